# util-linux-prepare.pl PRCTL SETHOSTNAME NAME COMMAND…: what no program of util-linux does. Brings loopback up, sets the
# host name and applies the filter from descriptor 4. The first two are system call numbers, 0 where they are unknown.
my ($prctl, $sethostname, $name) = splice @ARGV, 0, 3;
socket(my $socket, 2, 2, 0) or die "loopback: $!\n";
my $up = pack('a16 s x22', 'lo', 1);
ioctl($socket, 0x8914, $up) or die "loopback: $!\n";
close $socket;
if ($prctl) {
  syscall($sethostname + 0, $name, length $name) == 0 or die "host name: $!\n";
  open(my $file, '<&=', 4) or die "filter: $!\n";
  binmode $file;
  my $filter = do { local $/; <$file> };
  my $program = pack('S x![P] P', length($filter) / 8, $filter);
  syscall($prctl + 0, 38, 1, 0, 0, 0) == 0 or die "no new privileges: $!\n";
  syscall($prctl + 0, 22, 2, $program, 0, 0) == 0 or die "filter: $!\n";
}
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";
