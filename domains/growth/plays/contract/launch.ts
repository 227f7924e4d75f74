import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { playNeeds, type PlayNeed } from '../rules/preconditions.ts'

export const MissingNeeds = Type.Array(Type.Unsafe<PlayNeed>({ ...oneOf(playNeeds), description: 'One need.' }), {
  description:
    'The missing needs of the play: it is not launched and sends nothing before all of them are met. `steps`: a mail. `acknowledgement`: that there is a lawful basis. `postal_address`: the address of the sender, in the growth settings. `public_address`: an https address of this server (ATELIER_PUBLIC_URL) that is not of a private network. `unsubscribe_link`: its page to unsubscribe, fetched by the server itself at that address. `mailbox`: a connected mailbox. `mailbox_dns`: SPF, DKIM and DMARC of its domain. `leads`: a lead that is not disqualified.',
  examples: [['postal_address', 'mailbox']],
})

const lacking = <const Code extends string>(code: Code, message: string) =>
  conflict({ code, message, details: namedObject('GrowthPlayLacks', { missing: MissingNeeds }) })

/** Why a play is not launched, by the first need that is missing. */
export const launchRefusals = {
  steps: lacking('growth_play_without_steps', 'This play has no mail to send. Add one first.'),
  acknowledgement: lacking(
    'growth_play_not_acknowledged',
    'The lawful basis is not acknowledged. Say first that there is one to write to the leads of this play; on the command line with --acknowledge-gdpr.',
  ),
  postal_address: lacking(
    'growth_postal_address_missing',
    'Every mail shows the postal address of its sender. Set it in the growth settings first.',
  ),
  public_address: lacking(
    'growth_public_address_missing',
    'Recipients cannot open the links in mails: the operator has to set a public https address (ATELIER_PUBLIC_URL).',
  ),
  unsubscribe_link: lacking(
    'growth_unsubscribe_link_unreachable',
    'The server could not fetch its own page to unsubscribe at its public address. The operator has to look at DNS, certificate and proxy of that address.',
  ),
  mailbox: lacking('growth_mailbox_missing', 'No mailbox of this play can send. Connect one, or resume it.'),
  mailbox_dns: lacking(
    'growth_mailbox_dns_incomplete',
    'No mailbox of this play has SPF, DKIM and DMARC in the DNS of its domain. The check of the mailbox lists the records to add.',
  ),
  leads: lacking('growth_play_without_leads', 'This play has no lead. Put leads into it first.'),
}
