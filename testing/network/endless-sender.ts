import { connect } from 'node:net'

// Run as a process of its own: sends the head of a request and then its body without end, until it has the answer, which
// it prints. It begins to read after `lateMs`.
const [port, head, lateMs] = process.argv.slice(2)
const socket = connect(Number(port), '127.0.0.1')
const chunk = Buffer.alloc(65_536, ' ')
let answer = ''
const writeOn = () => {
  while (socket.writable && socket.write(chunk));
  socket.once('drain', writeOn)
}
socket.on('data', (part: Buffer) => {
  answer += part.toString()
  if (answer.endsWith('}')) socket.destroy()
})
socket.on('error', () => undefined)
socket.on('close', () => process.stdout.write(answer))
socket.pause()
setTimeout(() => socket.resume(), Number(lateMs))
socket.write(head!)
writeOn()
