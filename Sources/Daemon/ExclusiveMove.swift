import Glibc

/// Moves a file to a name that nobody has; returns 0, EEXIST, or what went wrong.
///
/// A hard link is made exclusively, then the old name goes. Where the file system has no hard links (a FAT stick), an
/// empty file made exclusively keeps the name while the file is moved over it.
func moveWithoutOverwriting(_ file: String, to place: String) -> Int32 {
  if unsafe link(file, place) == 0 {
    unsafe unlink(file)
    return 0
  }
  if errno == EEXIST { return finishMove(of: file, to: place) }
  guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK else { return errno }
  let descriptor = unsafe open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { return errno }
  close(descriptor)
  guard unsafe rename(file, place) != 0 else { return 0 }
  let number = errno
  unsafe unlink(place)
  return number
}

/// Somebody has the name: who was killed between the two steps of a move has left one file under both names, and one of
/// them goes now. Returns as `moveWithoutOverwriting`.
private func finishMove(of file: String, to place: String) -> Int32 {
  var old = stat()
  var new = stat()
  guard unsafe lstat(file, &old) == 0, unsafe lstat(place, &new) == 0, old.st_dev == new.st_dev,
    old.st_ino == new.st_ino
  else { return EEXIST }
  return unsafe unlink(file) == 0 ? 0 : errno
}
