export interface ReadFrame {
  readonly event: string
  readonly id: string | undefined
  // What came back is what a test is about, so it is looked at field by field.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any
}

/** The server-sent events of a response as they come, until it ends. A stream that is broken off ends as well. */
export async function* framesOf(response: Response): AsyncGenerator<ReadFrame> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) yield frameOf(block)
    }
  } catch (error) {
    if (!(error instanceof TypeError) && (error as Error).name !== 'AbortError') throw error
  }
}

export const allFrames = (response: Response): Promise<ReadFrame[]> => Array.fromAsync(framesOf(response))

const frameOf = (block: string): ReadFrame => {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)] as const
    }),
  )
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id'),
    data: JSON.parse(fields.get('data') ?? 'null'),
  }
}
