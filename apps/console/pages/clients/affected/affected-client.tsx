import { useState } from 'react'
import { Link } from 'react-router'
import {
  recordVulnerabilityNotice,
  type findAffectedDeliveries,
} from '../../../../../domains/delivery/components/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Section } from '../../../parts/section.tsx'
import { Tag } from '../../../parts/feedback/state.tsx'
import { WideTable } from '../../../parts/list/wide-table.tsx'
import { paths } from '../../../paths.ts'
import { useAffectedWords } from '../../../words/affected/index.ts'

export type Affected = Reply<typeof findAffectedDeliveries>
type Client = Affected['clients'][number]

interface AffectedClientProps {
  readonly client: Client
  readonly vulnerability: string | null
}

/** The deliveries to one client, its people, and the notices to them. */
export const AffectedClient = ({ client, vulnerability }: AffectedClientProps) => {
  const words = useAffectedWords()
  const name = client.clientName ?? words.noClient
  return (
    <Section title={name}>
      <WideTable label={`${name}: ${words.deliveries}`}>
        <thead>
          <tr>
            {[words.what, words.project, words.version, words.file, words.delivered, words.state].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {client.deliveries.map((one) => (
            <DeliveryRow key={[one.cycleId, one.commitSha, one.path, one.name, one.version].join(' ')} delivery={one} />
          ))}
        </tbody>
      </WideTable>
      {client.clientAccountId === null ? null : (
        <div className="panel pad stack">
          <div>
            <h3>{words.tell}</h3>
            {client.contacts.length === 0 ? <p className="quiet">{words.noContact}</p> : null}
            <ul className="plain">
              {client.contacts.map(({ name: person, email }) => (
                <li key={email} dir="auto">
                  {person ?? words.billing}&nbsp;· <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
                </li>
              ))}
            </ul>
          </div>
          {vulnerability === null ? null : (
            <Notices id={client.clientAccountId} notices={client.notices} vulnerability={vulnerability} />
          )}
        </div>
      )}
    </Section>
  )
}

const DeliveryRow = ({ delivery: one }: { readonly delivery: Client['deliveries'][number] }) => {
  const words = useAffectedWords()
  const { day } = useFormat()
  const state = one.isLive ? words.live : one.isNewest ? words.newest : words.earlier
  return (
    <tr>
      <th scope="row" dir="auto">
        {one.cycleId === null ? (
          words.commit(one.commitSha.slice(0, 8))
        ) : (
          <Link to={paths.cycle(one.projectId, one.cycleId)}>
            {one.cycleHandle} {one.title}
          </Link>
        )}
      </th>
      <td dir="auto">{one.projectName}</td>
      <td>
        {one.name} {one.version}
      </td>
      <td>{one.path}</td>
      <td>{one.deliveredAt === null ? '–' : day(one.deliveredAt)}</td>
      <td>
        <Tag glyph={one.isLive ? 'bad' : 'queued'} tone={one.isLive ? 'bad' : 'plain'}>
          {one.isDevelopment ? words.development : state}
        </Tag>
      </td>
    </tr>
  )
}

interface NoticesProps extends Pick<Client, 'notices'> {
  readonly id: string
  readonly vulnerability: string
}
type Notice = Reply<typeof recordVulnerabilityNotice>

const Notices = ({ id, notices, vulnerability }: NoticesProps) => {
  const words = useAffectedWords()
  const { day } = useFormat()
  const [added, setAdded] = useState<readonly Notice[]>([])
  const form = useForm(recordVulnerabilityNotice, {
    input: { params: { id } },
    saved: { note: '' },
    body: ({ note }) => ({ vulnerability, note: note.trim() }),
    then: (notice) => setAdded([notice, ...added]),
  })
  // Once the deliveries are read again, the answer has the added notices too.
  const all = [...added.filter(({ id: one }) => !notices.some((notice) => notice.id === one)), ...notices]
  return (
    <>
      <div>
        <h3>{words.notices}</h3>
        {all.length === 0 ? <p className="quiet">{words.noNotice}</p> : null}
        <ul className="plain">
          {all.map((notice) => (
            <li key={notice.id} dir="auto">
              {day(notice.toldAt)}&nbsp;· {notice.note}
            </li>
          ))}
        </ul>
      </div>
      <Form className="stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="note" label={words.note} hint={words.keptHint} isLong rows={2} />
        <FormFoot of={form} verb={words.keep} variant="outline" />
      </Form>
    </>
  )
}
