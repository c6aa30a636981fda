internal import Bridge

extension Form<String> {
  /// A color as CSS has it: in hexadecimal, or by its name.
  static var color: Form {
    Form("a color such as red, \"#f80\" or \"#ff8800cc\"") { text throws(Mistake) in
      if text.hasPrefix("#") {
        let digits = text.dropFirst()
        guard [3, 4, 6, 8].contains(digits.utf8.count), digits.allSatisfy({ $0.isHexDigit && $0.isASCII }) else {
          throw .found(text)
        }
        return text
      }
      guard colorNames.contains(text.lowercased()) else {
        throw Mistake("found \(quoted(text))\(suggestion(for: text, among: colorNames))")
      }
      return text.lowercased()
    }
  }
}

/// The named colors of CSS Color Module Level 4, 6.1, and `transparent`.
private let colorNames: [String] = """
  aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
  darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
  firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
  hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white
  whitesmoke yellow yellowgreen
  """.split { $0 == " " || $0 == "\n" }.map(String.init)
