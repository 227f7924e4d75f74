import { broken, type Finding, type Stand } from './stand.ts'

const rules = {
  'invoice numbers have no gap and no twin': `
    select workspace_id as workspace, count(*)::int as invoices, count(distinct invoice_number)::int as numbers,
        min(invoice_sequence)::int as first, max(invoice_sequence)::int as last
      from client_invoice where invoice_number is not null group by 1
      having count(*) <> count(distinct invoice_number) or min(invoice_sequence) <> 1
        or max(invoice_sequence) <> count(*)`,
  'the counter of invoices is at the last one': `
    select c.workspace_id as workspace, c.last_sequence::int as counter, max(i.invoice_sequence)::int as last
      from client_invoice_counter c left join client_invoice i on i.workspace_id = c.workspace_id
      group by c.workspace_id, c.last_sequence having c.last_sequence is distinct from max(i.invoice_sequence)`,
  'a charge is on one invoice': `
    select l.billable_id as billable, count(*)::int as invoices from client_invoice_line l
      join client_invoice i on i.id = l.invoice_id and i.status in ('final', 'paid')
      where l.billable_id is not null group by 1 having count(*) > 1`,
  'a mail of an invoice has a letter': `
    select m.id as mail from mail m left join client_invoice_letter l on l.mail_id = m.id
      where m.kind = 'client_invoice.letter' and l.id is null`,
}

const recipientIn = (content: Buffer) => {
  const [head = ''] = content.toString('latin1').split('\r\n\r\n', 1)
  const to = /^To:(.*)$/im.exec(head.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''
  return /<([^<>]*)>$/.exec(to)?.[1] ?? to
}

const lettersTo = `select count(*)::int as letters,
    array(select m.state from mail m where m.recipient = $1 order by m.id) as mails
  from client_invoice_letter l where l.recipient = $1`

/** Numbers that are missing or given twice, and letters that are not one mail. */
export const billFaults = async ({ query, objects, accepted }: Stand): Promise<Finding[]> => {
  const found = await broken(query, rules)
  const written = new Map<string, string[]>()
  for (const key of (await objects.keys()).filter((one) => one.startsWith('outbox/'))) {
    const to = recipientIn((await objects.read(key))!)
    written.set(to, [...(written.get(to) ?? []), key])
  }
  for (const request of accepted) {
    if (request.kind !== 'letter') continue
    const { recipient } = request
    const [row] = await query<{ letters: number; mails: readonly string[] }>(lettersTo, [recipient])
    const one = { ...row!, written: written.get(recipient)?.length ?? 0 }
    if (JSON.stringify(one) !== JSON.stringify({ letters: 1, mails: ['outbox'], written: 1 }))
      found.push({ rule: 'an accepted letter is one mail', recipient, ...one })
  }
  return found
}
