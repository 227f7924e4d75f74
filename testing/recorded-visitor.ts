import type { Browser, BrowserContextOptions } from 'playwright-core'
import { hungAfterMs } from './patience.ts'

interface Visit {
  readonly origin: string
  /** A word that no answer of the server may hold. */
  readonly planted: string
}

/** Reads along what a page reads of a stream, whose end nobody waits for. */
const readAlong = `
  const ask = window.fetch
  const tell = async (bytes) => {
    for await (const text of bytes.pipeThrough(new TextDecoderStream())) window.tellStreamed(text)
  }
  window.fetch = async (...given) => {
    const reply = await ask(...given)
    if (!reply.body || !reply.headers.get('content-type')?.startsWith('text/event-stream')) return reply
    const [read, told] = reply.body.tee()
    tell(told).catch(() => undefined)
    return new Response(read, reply)
  }
`

/** Somebody's browser on a phone; it collects what went wrong, and every answer that it got. */
export const recordedVisitor = async (
  chrome: Browser,
  { origin, planted }: Visit,
  options: BrowserContextOptions = {},
) => {
  const context = await chrome.newContext({ locale: 'en', viewport: { width: 360, height: 740 }, ...options })
  const wrong: string[] = []
  const answers: Promise<string>[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('the server responded with')) wrong.push(message.text())
  })
  context.on('weberror', (error) => wrong.push(String(error.error())))
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) wrong.push(request.url())
  })
  const streamed: string[] = []
  await context.exposeBinding('tellStreamed', (_, text: string) => streamed.push(text))
  await context.addInitScript({ content: readAlong })
  context.on('response', (response) => {
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
    if (response.url().includes('/v1/') && !isStream) answers.push(response.text().catch(() => ''))
  })
  context.setDefaultTimeout(hungAfterMs)
  const page = await context.newPage()
  const open = async (path: string) => {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  /** Ends the visit: what went wrong, and whether an answer told the planted word. */
  const close = async () => {
    const texts = [...(await Promise.all(answers)), streamed.join('')]
    await context.close()
    if (!texts.some((text) => text.length > 0)) throw new Error('No answer of the server was recorded')
    return { wrong, told: texts.some((text) => text.includes(planted)) }
  }
  return { context, page, open, close }
}
