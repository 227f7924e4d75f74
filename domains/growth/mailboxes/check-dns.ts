import type { MailTexts } from '../../../execution/mail/index.ts'
import { checkRecords, type CheckedRecord } from './rules/dns-records.ts'
import type { MailboxRow } from './tables.ts'

type CheckedMailbox = Pick<MailboxRow, 'address' | 'provider' | 'dkimSelector'>

/** SPF, DKIM and DMARC of the domain of a mailbox. */
export const checkDns = async (
  mailTexts: MailTexts,
  { address, provider, dkimSelector }: CheckedMailbox,
): Promise<{ readonly domain: string; readonly records: CheckedRecord[] }> => {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const records = await mailTexts.reading((read) => checkRecords(read, domain, provider, dkimSelector ?? undefined))
  return { domain, records }
}

/** True if all three records hold. Where DNS does not answer, they do not. */
export const doRecordsHold = async (mailTexts: MailTexts, mailbox: CheckedMailbox): Promise<boolean> =>
  (await checkDns(mailTexts, mailbox)).records.every(({ state }) => state === 'ok')
