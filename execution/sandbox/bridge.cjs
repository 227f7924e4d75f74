// Inside a sandbox: carries 127.0.0.1:3128 to the broker's socket, the only way out. As a program it says that it listens
// by closing its standard output. A program that loads it carries for all others, and can await what it exports.
const { once } = require('node:events')
const { createServer, connect } = require('node:net')
const { closeSync, openSync } = require('node:fs')

const isProgram = require.main === module

const server = createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ path: '/run/egress.sock', allowHalfOpen: true })
  near.pipe(far).pipe(near)
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
  if (isProgram) return
  near.unref()
  far.unref()
})
server.listen(3128, '127.0.0.1')
if (isProgram) {
  server.on('listening', () => {
    closeSync(1)
    // The lowest free number is given out next, and a socket with the number of a standard stream ends Node.
    openSync('/dev/null', 'w')
  })
  server.on('error', () => process.exit(1))
} else {
  module.exports = once(server, 'listening')
  // Its process ends when its own work is done.
  server.unref()
}
