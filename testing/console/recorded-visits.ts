import type { BrowserContextOptions } from 'playwright-core'
import type { Visit } from './visits.ts'

/** Reads along with a page's read of a stream, whose end is not awaited. */
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

/** Visits whose end says what went wrong, and whether an answer of the server held the planted word. */
export const recordedVisits =
  (visit: Visit, planted: string) =>
  async (options?: BrowserContextOptions, isSignedIn = true) => {
    const visited = await visit(options, isSignedIn)
    const { page, wrong } = visited
    const answers: Promise<string>[] = []
    const streamed: string[] = []
    await page.exposeBinding('tellStreamed', (_, text: string) => streamed.push(text))
    await page.addInitScript({ content: readAlong })
    page.on('response', (response) => {
      const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
      if (response.url().includes('/v1/') && !isStream) answers.push(response.text().catch(() => ''))
    })
    const close = async () => {
      const texts = [...(await Promise.all(answers)), streamed.join('')]
      await visited.close()
      if (!texts.some((text) => text.length > 0)) throw new Error('No answer of the server was recorded')
      return { wrong, told: texts.some((text) => text.includes(planted)) }
    }
    return { ...visited, close }
  }
