# first.pl HAS_INPUT NAME COMMAND…: the first process of a container. Connects to the server's socket: once for its own
# reports, then once for each standard stream of the command. Tells the server four times a second what the container
# has used, and at the end how the command ended. Once the server or the command is gone, it ends every process.
use strict;
$^F = 4;
my ($has_input, $name) = splice @ARGV, 0, 2;

open(my $environment, '<', '/start/environment') or die "environment: $!\n";
open(my $filter, '<', '/start/filter.bpf') or die "filter: $!\n";
fileno($environment) == 3 && fileno($filter) == 4 or die "The container was started with open files.\n";

sub connected {
  socket(my $socket, 1, 1, 0) or die "socket: $!\n";
  connect($socket, pack('S a108', 1, '/start/s.sock')) or die "The server cannot be reached: $!\n";
  return $socket;
}
my $server = connected();
my $input;
if ($has_input) { $input = connected() } else { open($input, '<', '/dev/null') or die "/dev/null: $!\n" }
my ($output, $errors) = (connected(), connected());

sub content {
  open(my $file, '<', "/sys/fs/cgroup/$_[0]") or return undef;
  local $/;
  return scalar <$file>;
}
sub field {
  my ($text, $name) = @_;
  return defined $text && $text =~ /^$name (\d+)$/m ? $1 : 0;
}
# Version 2 of control groups, else 1. A root group has no memory.events: it would tell about the whole machine.
my $unified = defined content('memory.events');
sub used {
  if ($unified) {
    my $memory = content('memory.stat');
    my @figures = (field(content('cpu.stat'), 'usage_usec') * 1000, field($memory, 'anon') + field($memory, 'shmem'));
    return (@figures, content('pids.current') + 0, field(content('memory.events'), 'oom_kill'));
  }
  my ($cpu, $pids) = (content('cpuacct/cpuacct.usage'), content('pids/pids.current'));
  my $memory = content('memory/memory.stat');
  defined $cpu && defined $pids && defined $memory or die "The control group of the container cannot be read.\n";
  my $bytes = field($memory, 'total_rss') + field($memory, 'total_shmem');
  return ($cpu + 0, $bytes, $pids + 0, field(content('memory/memory.oom_control'), 'oom_kill'));
}
sub report { syswrite $server, join(' ', used()) . "\n" }

$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = sub { };
report();
defined(my $child = fork) or die "fork: $!\n";
unless ($child) {
  $SIG{$_} = 'DEFAULT' for qw(PIPE CHLD);
  setpgrp(0, 0);
  if (open(my $score, '>', '/proc/self/oom_score_adj')) { print $score 1000 }
  open(STDIN, '<&', $input) or die "input: $!\n";
  open(STDOUT, '>&', $output) or die "output: $!\n";
  open(STDERR, '>&', $errors) or die "errors: $!\n";
  %ENV = (PATH => '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL => 'C');
  exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";
}
close $_ for $input, $output, $errors, $environment, $filter;

my $status;
until (defined $status) {
  my $ready = '';
  vec($ready, fileno($server), 1) = 1;
  last if select($ready, undef, undef, 0.25) > 0;
  while ((my $ended = waitpid(-1, 1)) > 0) { $status = $? if $ended == $child }
  report();
}
# All processes of this namespace but this one; a process that is just made cannot escape it.
do { kill 9, -1 } while waitpid(-1, 0) > 0;
report();
my $code = !defined $status || $status & 127 ? 128 + (($status // 9) & 127) : $status >> 8;
syswrite $server, "end $code\n";
