// Inside a sandbox: one viewer of its screen, who speaks RFB over standard input and output.
// Usage: node viewer.cjs view, or node viewer.cjs steer for one whose keys and pointer count.
const { spawn } = require('node:child_process')

const how = process.argv[2] === 'steer' ? [] : ['-viewonly']
const flags = ['-inetd', '-display', ':7', '-shared', '-noshm', '-noxrecord', '-nopw', '-quiet', '-norc', ...how]

// It reads and writes one descriptor, as inetd gives it.
const child = spawn('sh', ['-c', 'exec x11vnc "$@" <&3 >&3 2>/dev/null', 'x11vnc', ...flags], {
  stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
})
const wire = child.stdio[3]
process.stdin.pipe(wire)
wire.pipe(process.stdout)
for (const stream of [process.stdin, process.stdout, wire]) stream.on('error', () => child.kill())
process.stdin.on('end', () => child.kill())
child.on('exit', (code) => process.exit(code ?? 1))
