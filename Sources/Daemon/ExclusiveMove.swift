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
  guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK else { return errno }
  let descriptor = unsafe open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { return errno }
  close(descriptor)
  guard unsafe rename(file, place) != 0 else { return 0 }
  let number = errno
  unsafe unlink(place)
  return number
}
