// Inside a sandbox: carries 127.0.0.1:3128 to the broker's socket, the only way out. Says that it listens by closing
// its standard output.
const { createServer, connect } = require('node:net')
const { closeSync, openSync } = require('node:fs')

const server = createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ path: '/run/egress.sock', allowHalfOpen: true })
  near.pipe(far).pipe(near)
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
})
server.listen(3128, '127.0.0.1', () => {
  closeSync(1)
  // The lowest free number is given out next, and a socket with the number of a standard stream ends Node.
  openSync('/dev/null', 'w')
})
server.on('error', () => process.exit(1))
