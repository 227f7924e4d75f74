// Runs a shell on a pseudo-terminal inside a sandbox. The first argument is JSON: columns, rows, term, and the command,
// or none for a login shell. Standard input carries frames, as pty-frames.ts writes them; standard output is what the
// terminal prints.
const { spawn } = require('./node_modules/@lydell/node-pty')

const input = 0
const headBytes = 5
const { columns, rows, term, command } = JSON.parse(process.argv[2])
const shell = spawn('bash', command === undefined ? ['-l'] : ['-lc', command], {
  name: term,
  cols: columns,
  rows,
  cwd: process.cwd(),
  env: process.env,
  encoding: null,
})

// Writing to a pipe waits until it is read, so that a slow reader slows the shell.
shell.onData((chunk) => process.stdout.write(chunk))
shell.onExit(({ exitCode, signal }) => {
  process.exitCode = signal ? 128 + signal : exitCode
  process.stdin.destroy()
})

let received = Buffer.alloc(0)
process.stdin.on('data', (chunk) => {
  received = Buffer.concat([received, chunk])
  while (received.length >= headBytes) {
    const end = headBytes + received.readUInt32BE(1)
    if (received.length < end) return
    const payload = received.subarray(headBytes, end)
    if (received[0] === input) shell.write(Buffer.from(payload))
    else shell.resize(payload.readUInt16BE(0), payload.readUInt16BE(2))
    received = received.subarray(end)
  }
})
process.stdin.on('end', () => shell.kill('SIGHUP'))
