// Inside the sandbox of a preview: runs its program, and carries connections of the server to the port of the program.
// The sandbox dials: a path that a program may write to could lead the server to another socket of the machine.
// Usage: node entry.cjs SOCKET PORT BRIDGE SCRIPT [PROGRAM]. BRIDGE is empty, or the module that carries the way out.
// PROGRAM is `argv` and `cwd` of an image in JSON, in the place of SCRIPT.
const { spawn } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { connect } = require('node:net')
const { constants, setPriority } = require('node:os')

const [socketPath, portText, bridge, script, image] = process.argv.slice(2)
const port = Number(portText)
const spareConnections = 8
const retryMs = 200

/** Waits at the server until it asks for a connection, by a first line, then answers whether there is one. */
const wait = () => {
  const near = connect({ path: socketPath, allowHalfOpen: true })
  let isTaken = false
  near.on('error', () => near.destroy())
  near.on('close', () => {
    if (!isTaken) setTimeout(wait, retryMs).unref()
  })
  near.once('data', () => {
    isTaken = true
    near.pause()
    wait()
    join(near, ['127.0.0.1', '::1'])
  })
}

const join = (near, [host, ...others]) => {
  const far = connect({ host, port, allowHalfOpen: true })
  const refuse = () => {
    if (others.length > 0) join(near, others)
    else near.end(`-${listeningPorts().join(',')}\n`)
  }
  far.once('error', refuse)
  far.once('connect', () => {
    far.off('error', refuse)
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroySoon())
    near.write('+\n')
    near.pipe(far).pipe(near)
  })
}

/** Ports at which any program here listens, by the tables of the kernel. */
const listeningPorts = () => {
  const found = new Set()
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    try {
      for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
        const [, local = '', , state] = line.trim().split(/\s+/)
        if (state === '0A') found.add(parseInt(local.split(':').at(-1), 16))
      }
    } catch {
      // A sandbox may hide them; the sentence is shorter then.
    }
  }
  return [...found].slice(0, 5)
}

const start = async () => {
  if (bridge) await require(bridge)
  for (let at = 0; at < spareConnections; at += 1) wait()
  const { argv, cwd } = image ? JSON.parse(image) : { argv: ['sh', '-c', script] }
  if (image) setPriority(10)
  const program = spawn(argv[0], argv.slice(1), { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  program.on('error', (error) => {
    console.error(`${argv[0]} could not be started: ${error.message}`)
    process.exit(126)
  })
  program.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}
void start()
