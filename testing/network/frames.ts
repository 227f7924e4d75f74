import { readFrames } from '../../platform/client/index.ts'

export interface ReadFrame {
  readonly event: string
  /** The newest that the stream has given; undefined before the first. */
  readonly id: string | undefined
  // The test looks at the answer field by field.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any
}

/** The server-sent events of a response as they come, until it ends. A stream that is broken off ends as well. */
export async function* framesOf(response: Response): AsyncGenerator<ReadFrame> {
  try {
    for await (const { event, id, data } of readFrames(response.body as unknown as AsyncIterable<Uint8Array>))
      yield { event, id: id === '' ? undefined : id, data: event === 'token' ? data : (JSON.parse(data) as unknown) }
  } catch (error) {
    if (!(error instanceof TypeError) && (error as Error).name !== 'AbortError') throw error
  }
}

export const allFrames = (response: Response): Promise<ReadFrame[]> => Array.fromAsync(framesOf(response))
