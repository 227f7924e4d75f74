import { once } from 'node:events'
import { PassThrough, Writable, type Duplex } from 'node:stream'
import type { Outcome } from '../sandbox/index.ts'
import { frame, headBytes, type TerminalSize, type Shell, type Terminal } from './shell.ts'
import { sentenceOf, TerminalRefusal, type ChannelLogin, type ProgramRequest } from './ssh-channel.ts'
import type { TerminalLogin } from './ssh-server.ts'

/** Types of the frames between two processes of the instance. */
const types = { begin: 0, input: 1, inputEnd: 2, resize: 3, stdout: 4, stderr: 5, end: 6, refused: 7 } as const
type FrameType = (typeof types)[keyof typeof types]

const frameMostBytes = 2 ** 20
const goneSentence = 'The server with this sandbox does not answer any more.'

/** Connects to the process that has the sandbox: for a login, or for one program of it. */
type ReachLogin = (what: 'login' | 'program') => Promise<Duplex>

type Greeted = Pick<ChannelLogin, 'greeting'>
type FarCommand = Pick<ProgramRequest, 'command' | 'sftp'> & { readonly terminal?: Terminal | undefined }

/** Lets a person in at another process, which answers `serveFarLogin`; undefined if that process refuses them. */
export const openFarLogin = async (
  holder: TerminalLogin['holder'],
  reach: ReachLogin,
): Promise<TerminalLogin | undefined> => {
  const control = await reach('login')
  const frames = framesOf(control)
  const first = await frames.next()
  if (first.done || first.value.type !== types.begin) {
    control.destroy()
    return undefined
  }
  const { greeting } = JSON.parse(first.value.content.toString()) as Greeted
  const ending = new AbortController()
  const watch = async () => {
    const last = await frames.next()
    ending.abort(last.done ? goneSentence : last.value.content.toString())
  }
  watch().catch(() => ending.abort(goneSentence))
  return {
    holder,
    greeting,
    ends: ending.signal,
    start: async (request) => startThere(await reach('program'), request),
    release: () => void control.destroy(),
  }
}

/** Serves the login of a person who arrived at another process; settles with their connection. */
export const serveFarLogin = async (socket: Duplex, login: TerminalLogin): Promise<void> => {
  const { greeting, ends } = login
  const tellEnd = () => void socket.end(frame(types.end, String(ends.reason)))
  try {
    socket.write(frame(types.begin, JSON.stringify({ greeting } satisfies Greeted)))
    ends.addEventListener('abort', tellEnd, { once: true })
    if (ends.aborted) tellEnd()
    socket.resume()
    await closed(socket)
  } finally {
    ends.removeEventListener('abort', tellEnd)
    login.release()
  }
}

const startThere = (socket: Duplex, { onOutput, signal, command, sftp, terminal }: ProgramRequest): Shell => {
  const leave = () => socket.destroy()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  socket.write(frame(types.begin, JSON.stringify({ command, sftp, terminal } satisfies FarCommand)))
  const input = new Writable({
    write: (typed: Buffer, _encoding, done) => void socket.write(frame(types.input, typed), done),
    final: (done) => void socket.write(frame(types.inputEnd), done),
  })
  const printed = async (): Promise<Outcome> => {
    try {
      for await (const { type, content } of framesOf(socket)) {
        if (type === types.end) return JSON.parse(content.toString()) as Outcome
        if (type === types.refused) throw new TerminalRefusal(content.toString())
        await onOutput(type === types.stderr ? 'stderr' : 'stdout', content)
      }
      throw new TerminalRefusal(goneSentence)
    } finally {
      signal.removeEventListener('abort', leave)
      input.destroy()
      socket.destroy()
    }
  }
  return {
    input,
    resize: (size) => void socket.write(frame(types.resize, JSON.stringify(size))),
    ended: printed(),
  }
}

/** Serves one program of a login that `serveFarLogin` serves. It ends with the connection. */
export const serveFarProgram = async (
  socket: Duplex,
  { ends, start }: Pick<ChannelLogin, 'ends' | 'start'>,
): Promise<void> => {
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  const frames = framesOf(socket)
  const first = await frames.next()
  if (first.done || first.value.type !== types.begin) return void socket.destroy()
  const command = JSON.parse(first.value.content.toString()) as FarCommand
  const typed = new PassThrough()
  try {
    const shell = await start({
      ...command,
      onOutput: (stream, chunk) => send(socket, frame(types[stream], chunk)),
      signal: AbortSignal.any([gone.signal, ends]),
    })
    // A shell may end while its person types.
    shell.input.on('error', () => undefined)
    typed.pipe(shell.input)
    feed(frames, typed, shell).catch(() => socket.destroy())
    const outcome = await shell.ended
    socket.end(frame(types.end, JSON.stringify({ ...outcome, stdout: '', stderr: '' })))
  } catch (error) {
    socket.end(frame(types.refused, sentenceOf(error)))
  }
  await closed(socket)
}

const feed = async (frames: AsyncIterable<Frame>, typed: PassThrough, shell: Shell) => {
  for await (const { type, content } of frames) {
    if (type === types.inputEnd) typed.end()
    else if (type === types.resize) shell.resize(JSON.parse(content.toString()) as TerminalSize)
    else if (!typed.writableEnded && !typed.write(content)) await Promise.race([once(typed, 'drain'), shell.ended])
  }
}

interface Frame {
  readonly type: FrameType
  readonly content: Buffer
}

async function* framesOf(socket: Duplex): AsyncGenerator<Frame, void> {
  let pending = Buffer.alloc(0)
  for await (const chunk of socket) {
    pending = Buffer.concat([pending, chunk as Buffer])
    for (;;) {
      const length = pending.length < headBytes ? 0 : pending.readUInt32BE(1)
      if (length > frameMostBytes) throw new Error('A frame of another process is too long')
      if (pending.length < headBytes + length) break
      yield { type: pending.readUInt8(0) as FrameType, content: pending.subarray(headBytes, headBytes + length) }
      pending = pending.subarray(headBytes + length)
    }
  }
}

/** Waits until the other process takes more. */
const send = (socket: Duplex, bytes: Buffer): void | Promise<void> => {
  if (socket.destroyed || socket.write(bytes)) return
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.once('drain', done)
    socket.once('close', done)
  })
}

const closed = (socket: Duplex): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve()
    else socket.once('close', () => resolve())
  })
