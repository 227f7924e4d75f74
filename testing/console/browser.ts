import type { Operation } from '../../platform/contract/index.ts'
import { callerOf, type Reply } from '../caller.ts'

type Input = NonNullable<Parameters<ReturnType<typeof callerOf>['call']>[1]>

/** A person's browser: it keeps the cookies that answers set, and sends them back with the origin of our pages. */
export const openBrowser = (baseUrl: string) => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (text: string) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
    if (/max-age=0(;|$)/i.test(text)) jar.delete(name!)
    else jar.set(name!, value!)
  }
  return {
    jar,
    cookie,
    call: async (operation: Operation, input: Input = {}): Promise<Reply> => {
      const headers = { origin: baseUrl, ...(jar.size > 0 && { cookie: cookie() }), ...(input.headers as object) }
      const reply = await callerOf(baseUrl, headers).call(operation, { ...input, headers: {} })
      for (const text of reply.headers.getSetCookie()) keep(text)
      return reply
    },
  }
}
