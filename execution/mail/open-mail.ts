import type { Fetcher } from '../../platform/fetch/index.ts'
import { openMailOAuth, type OAuthSettings, type MailServers } from './oauth.ts'
import { checkImap, readByImap } from './read-by-imap.ts'
import { checkSmtp, sendBySmtp } from './send-by-smtp.ts'
import type { SignIn } from './servers.ts'

type Rest<Args extends readonly unknown[]> = Args extends readonly [unknown, ...infer Others] ? Others : never

/** The mailboxes of the outside: sending, reading, and leave to do both. */
export const openMail = (settings: OAuthSettings & { readonly fetcher: Fetcher }) => {
  const { fetcher } = settings
  return {
    oauth: openMailOAuth(settings),
    /** Signs in at both servers. Throws a MailFailure. */
    check: async ({ smtp, imap }: MailServers, signIn: SignIn, signal: AbortSignal): Promise<void> => {
      await checkSmtp(fetcher, smtp, signIn, signal)
      await checkImap(fetcher, imap, signIn, signal)
    },
    send: (...rest: Rest<Parameters<typeof sendBySmtp>>) => sendBySmtp(fetcher, ...rest),
    read: (...rest: Rest<Parameters<typeof readByImap>>) => readByImap(fetcher, ...rest),
  }
}

export type Mail = ReturnType<typeof openMail>
