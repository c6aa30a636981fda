import Bridge
import Controls
import InputModel
import Takes
import Testing

@Suite("Command buttons on the bench") struct CommandScriptTests {
  /// One command per occasion, all on the play key.
  @Sendable static func every(_ bench: inout Bench) {
    bench.commands = CommandButton.Occasion.allCases.map {
      Bench.Command(name: $0.rawValue, triggers: ["play"], occasion: $0, action: .run([$0.rawValue]))
    }
    bench.world.commandDuration = .milliseconds(10)
  }

  static func play(_ occasion: CommandButton.Occasion, _ action: CommandButtonSettings.Action, _ bench: inout Bench) {
    bench.commands = [Bench.Command(name: "replay", triggers: ["play", "other"], occasion: occasion, action: action)]
  }

  static let cases: [BridgeCase] = [
    BridgeCase(
      "every occasion: a short press", every, "play↓0 play↑100 .1000",
      "0 press down, 0 press run press by play, 0 release down, 0 short down, 0 long down, 0 double down, 10 press finished, 100 press up 100, 100 release up 100, 120 release run release by play, 100 short up 100, 120 short run short by play, 100 long up 100, 100 double up 100, 130 release finished, 130 short finished"
    ),
    BridgeCase(
      "every occasion: a long press", every, "play↓0 play↑900 .1000",
      "0 press down, 0 press run press by play, 0 release down, 0 short down, 0 long down, 0 double down, 10 press finished, 500 long run long by play, 510 long finished, 900 press up 900, 900 release up 900, 920 release run release by play, 900 short up 900, 900 long up 900, 900 double up 900, 930 release finished"
    ),
    BridgeCase(
      "every occasion: two short presses", every, "play↓0 play↑100 play↓200 play↑300 .1000",
      "0 press down, 0 press run press by play, 0 release down, 0 short down, 0 long down, 0 double down, 10 press finished, 100 press up 100, 100 release up 100, 120 release run release by play, 100 short up 100, 120 short run short by play, 100 long up 100, 100 double up 100, 130 release finished, 130 short finished, 200 press down, 200 press run press by play, 200 release down, 200 short down, 200 long down, 200 double down, 210 press finished, 300 press up 100, 300 release up 100, 320 release run release by play, 300 short up 100, 320 short run short by play, 300 long up 100, 300 double up 100, 320 double run double by play, 330 release finished, 330 short finished, 330 double finished"
    ),
    BridgeCase(
      "every occasion: cancelled", every, "play↓0 gone:button@100 .1000",
      "0 press down, 0 press run press by play, 0 release down, 0 short down, 0 long down, 0 double down, 10 press finished, 100 removed button, 100 press up 100 device-lost, 100 release up 100 device-lost, 100 short up 100 device-lost, 100 long up 100 device-lost, 100 double up 100 device-lost"
    ),
    BridgeCase(
      "T36 a command that hangs delays no press and no take",
      {
        play(.press, .run(["call"]), &$0)
        $0.world.commandDuration = .seconds(75)
      },
      "play↓0 play↑50 ↓100 ↑2000 play↓3000 play↑3050 .80000",
      "0 replay down, 0 replay run call by play, 50 replay up 50, 100 down, 100 prepare, 400 spawn, 400 starting, 700 recording, 1400 read, 2000 up 1900, 2020 INT, 2020 stopping released, 2040 keep, 2040 completed released 1320, 3000 replay ignored play busy, 75000 replay finished"
    ),
    BridgeCase(
      "the last file, once there is one", { play(.short, .run(["aplay", "{last-file}"]), &$0) },
      "play↓0 play↑100 ↓500 ↑2500 play↓3000 play↑3100 .4000",
      "0 replay down, 100 replay up 100, 120 replay failed (no take has been completed yet), 500 down, 500 prepare, 800 spawn, 800 starting, 1100 recording, 1800 read, 2500 up 2000, 2520 INT, 2520 stopping released, 2540 keep, 2540 completed released 1420, 3000 replay down, 3100 replay up 100, 3120 replay run aplay /takes/1 by play, 3170 replay finished"
    ),
    BridgeCase(
      "while its command runs it is busy",
      {
        play(.press, .run(["aplay"]), &$0); $0.world.commandDuration = .seconds(1)
      }, "play↓0 play↑100 play↓500 play↑600 play↓1500 play↑1600 .3000",
      "0 replay down, 0 replay run aplay by play, 100 replay up 100, 500 replay ignored play busy, 1000 replay finished, 1500 replay down, 1500 replay run aplay by play, 1600 replay up 100, 2500 replay finished"
    ),
    BridgeCase(
      "a signal to the recorder", { play(.press, .signal(.user1, Reference(0)), &$0) },
      "play↓0 play↑100 ↓500 play↓1500 play↑1600 ↑3000 .3500",
      "0 replay down, 0 replay failed (no take of recorder 'story' is running), 100 replay up 100, 500 down, 500 prepare, 800 spawn, 800 starting, 1100 recording, 1500 replay down, 1500 USR1, 1600 replay up 100, 1800 read, 2800 read, 3000 up 2500, 3020 INT, 3020 stopping released, 3040 keep, 3040 completed released 1920"
    ),
    BridgeCase(
      "a recorder that a signal has stopped is woken by its stop signal",
      { play(.press, .signal(.stop, Reference(0)), &$0) }, "↓500 play↓1500 play↑1600 ↑2000 .3500",
      "500 down, 500 prepare, 800 spawn, 800 starting, 1100 recording, 1500 replay down, 1500 STOP, 1600 replay up 100, 1800 read, 2000 up 1500, 2100 INT, 2100 CONT, 2100 stopping released, 2120 keep, 2120 completed released 1000"
    ),
    BridgeCase(
      "the trigger of a run is that of its press", { play(.release, .run(["aplay"]), &$0) },
      "play↓0 other↓100 play↑200 other↑300 .1000",
      "0 replay down, 100 replay ignored other not-owner, 200 replay up 200, 220 replay run aplay by play, 270 replay finished"
    ),
    BridgeCase(
      "disabled", { play(.short, .run(["aplay"]), &$0) },
      "off:replay@0 play↓100 play↑200 on:replay@300 play↓400 play↑500 .1000",
      "100 replay ignored play disabled, 400 replay down, 500 replay up 100, 520 replay run aplay by play, 570 replay finished"
    ),
    BridgeCase(
      "told to end, nothing begins", { play(.short, .run(["aplay"]), &$0) }, "play↓0 play↑100 terminate@110 .1000",
      "0 replay down, 100 replay up 100"),
  ]

  @Test("commands", arguments: cases) func command(_ testCase: BridgeCase) throws { try testCase.check() }
}
