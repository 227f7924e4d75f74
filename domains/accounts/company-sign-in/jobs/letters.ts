import type { Transaction } from '../../../../platform/db/transaction.ts'
import { queueAndDeliver, type MailMessage } from '../../../../platform/mail/index.ts'
import type { GivenParts } from '../flow-cookie.ts'
import { ownersOf } from '../store.ts'

type Letter = Pick<MailMessage, 'kind' | 'subject' | 'paragraphs'>
type LetterParts = Pick<GivenParts, 'mailer' | 'linkTo'>

/** Queues a letter about the company's sign-in to each owner of the workspace. */
export const tellOwners = async (tx: Transaction, { mailer, linkTo }: LetterParts, letter: Letter): Promise<void> => {
  for (const { name, email } of await ownersOf(tx))
    await queueAndDeliver(mailer, tx, {
      ...letter,
      to: { name, address: email },
      action: { label: 'Company sign-in', url: linkTo('/console/settings/sign-in') },
    })
}
