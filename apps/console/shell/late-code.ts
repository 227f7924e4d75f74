import { lazy, type FunctionComponent } from 'react'
import { connection } from '../api/connection.ts'
import { MissingCodeError } from '../api/unreached.ts'

/** How long code may take before the page reports that it did not arrive. It is used if it comes later. */
const limitMs = 10_000

/** Messages of browsers and of the build's loader about code or styles that did not arrive. */
const notLoaded = /dynamically imported module|importing a module script|preload css/i

/** Code that is read when it is first needed. A failed read is tried again with the next call. */
export const lateCode = <Code>(read: () => Promise<Code>) => {
  let code: Code | undefined
  const readNow = async () => {
    code = await read()
    return code
  }
  return {
    now: () => code,
    read: async (): Promise<Code> => {
      if (code !== undefined) return code
      try {
        return await within(readNow(), limitMs)
      } catch (error) {
        if (!(error instanceof MissingCodeError) && !notLoaded.test(String(error))) throw error
        connection.isLost()
        throw new MissingCodeError(error)
      }
    },
  }
}

/** The result of `work`; a MissingCodeError if it takes longer. */
const within = <Result>(work: Promise<Result>, ms: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new MissingCodeError(`No answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Pause before a read is tried again automatically. */
const pauseMs = (failures: number) => Math.min(1_000 * 2 ** failures, 15_000)

/** Reads code until it arrives, for parts whose place stays as it is until then: React keeps the error of a read. */
export const persistently =
  <Code>(read: () => Promise<Code>) =>
  async (): Promise<Code> => {
    const { read: readOnce } = lateCode(read)
    for (let failures = 0; ; failures += 1) {
      try {
        return await readOnce()
      } catch (error) {
        if (!(error instanceof MissingCodeError)) throw error
        await connection.untilBack(pauseMs(failures))
        await new Promise((resolve) => setTimeout(resolve, pauseMs(failures)))
      }
    }
  }

/** A component whose code is read once it is drawn, until it arrives. */
export const latePart = <Props>(read: () => Promise<FunctionComponent<Props>>) =>
  lazy(persistently(async () => ({ default: await read() })))
