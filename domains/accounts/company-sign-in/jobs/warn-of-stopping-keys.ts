import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { queueAndDeliver } from '../../../../platform/mail/index.ts'
import type { GivenParts } from '../flow-cookie.ts'
import { claimUnwarned, unwarnedIn } from '../store.ts'

const inWords: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }

type WarnParts = Pick<GivenParts, 'database' | 'mailer' | 'linkTo'>

/** Writes to people, seven days before, that their keys stop unless they sign in with their company. */
export const warnOfStoppingKeys = (parts: WarnParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, unwarnedIn, (workspace) => warnIn(parts, workspace), context)

const warnIn = ({ database, mailer, linkTo }: WarnParts, workspace: string) =>
  database.within(workspace, async (tx) => {
    for (const { name, email, keys, stopAt } of await claimUnwarned(tx))
      await queueAndDeliver(mailer, tx, {
        to: { name, address: email },
        kind: 'company_sign_in.keys_stop',
        subject: keys === 1 ? 'Your API key is about to stop' : 'Your API keys are about to stop',
        paragraphs: [
          `Your workspace requires company sign-in. ${keys === 1 ? 'Your API key stops' : `Your ${keys} API keys stop`} working on ${stopAt.toLocaleDateString('en-GB', inWords)} unless you sign in before.`,
          'Signing in once is enough. Keys that have stopped work again afterwards.',
        ],
        action: { label: 'Sign in', url: linkTo('/console/sign-in') },
      })
  })
