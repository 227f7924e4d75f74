import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { listClientAccounts, createClientAccount } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useLateSum } from '../use-late-sum.ts'
import { PortalPeopleSection } from './portal-people-panel.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import '../../settings/settings.css'
import '../../invoices/invoices.css'
import './clients.css'

export const loader = () => {
  prefetch(listClientSummaries)
  return prefetchPages(listClientAccounts)
}

type Account = Reply<typeof listClientAccounts>[number]
type Summary = Reply<typeof listClientSummaries>[number]

export default function ClientsPage() {
  const words = useSettingsWords().clients
  const { isAdministrator, workspace } = useRole()
  const [isCreating, setCreating] = useState(() => hasTyped(typedClient(workspace.id)))
  const { number } = useFormat()
  const { rows: accounts, ...rest } = usePages(listClientAccounts)
  const { columns } = words
  const summaries = useLateReply(listClientSummaries).data
  const lateOf = useLateSum()
  const sorted = useMemo(() => accounts.toSorted((a, b) => a.name.localeCompare(b.name)), [accounts])
  useTitle(words.title)
  const opener = isAdministrator ? (
    <Button variant="primary" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
      {words.new}
    </Button>
  ) : null
  return (
    <div className="page">
      <Head
        title={words.title}
        count={rest.total}
        text={rest.more ? words.newest(number(accounts.length)) : null}
        actions={
          <>
            <LinkButton to={paths.affected}>{words.findPackage}</LinkButton>
            {accounts.length > 0 ? opener : null}
          </>
        }
      />
      {isAdministrator && isCreating ? <NewClientSection /> : null}
      <ListPage
        rows={sorted}
        rest={rest}
        textOf={({ name }) => name}
        label={words.filter}
        none={
          <Empty title={words.none} text={words.noneText}>
            {opener}
          </Empty>
        }
        noneFits={words.noneFits}
        className="money-table client-table"
        columns={[
          { name: columns.client, className: 'at-client' },
          { name: columns.last, className: 'at-way' },
          { name: columns.people, className: 'num at-count' },
          { name: columns.projects, className: 'num at-count' },
          { name: columns.paid, className: 'num at-total' },
          { name: columns.late, className: 'num at-total' },
          { name: columns.open, className: 'num at-total' },
        ]}
      >
        {(account) => (
          <AccountRow
            key={account.id}
            account={account}
            summary={summaries?.find((one) => one.clientAccountId === account.id)}
            late={lateOf(account.id)}
          />
        )}
      </ListPage>
      {isAdministrator ? <PortalPeopleSection /> : null}
    </div>
  )
}

interface AccountRowProps {
  readonly account: Account
  /** Undefined until it is read, and for a client without invoices and deliveries. */
  readonly summary: Pick<Summary, 'money' | 'lastDelivery'> | undefined
  readonly late: string
}

/** A client: its last delivery, then its paid, late and open amounts with tax, each currency on a line. */
const AccountRow = ({ account: { id, name, counts }, summary, late }: AccountRowProps) => {
  const words = useSettingsWords().clients
  const { number, money } = useFormat()
  const { agoInWords } = useAges()
  const last = summary?.lastDelivery
  const sums = (which: 'openMinor' | 'paidMinor') =>
    summary?.money.flatMap((sum) => (sum[which] === 0 ? [] : [money(sum, sum[which])])).join(' + ') ?? ''
  const paid = sums('paidMinor')
  return (
    <tr>
      <td className="main at-client" title={name}>
        <Link to={paths.client(id)} dir="auto">
          <b>{name}</b>
        </Link>
      </td>
      <td className="at-way soft hide-s" dir="auto">
        {last ? words.lastDelivery(last.title, agoInWords(last.deliveredAt)) : '–'}
      </td>
      <td className="num at-count soft hide-m">{number(counts.members)}</td>
      <td className="num at-count soft hide-m">{number(counts.projects)}</td>
      <td className="num at-total soft hide-s">{paid || '–'}</td>
      <Sum name={words.columns.late} value={late} className="at-late money-late" />
      <Sum name={words.columns.open} value={sums('openMinor')} className="owed" />
    </tr>
  )
}

interface SumProps {
  readonly name: string
  readonly value: string
  readonly className: string
}

/** An amount, on a phone with the name of its column; a phone leaves out what is empty. */
const Sum = ({ name, value, className }: SumProps) => (
  <td className={`num at-total ${value === '' ? 'soft hide-s' : className}`}>
    {value || '–'}
    <span className="only-s quiet sum-name"> {name}</span>
  </td>
)

const typedClient = (workspaceId: string) => `client.${workspaceId}`

/** A new customer; its projects and people follow on its page. */
const NewClientSection = () => {
  const words = useSettingsWords()
  const { workspace } = useRole()
  const navigate = useNavigate()
  const form = useForm(createClientAccount, {
    name: typedClient(workspace.id),
    saved: { name: '' },
    then: ({ id }) => navigate(paths.client(id)),
  })
  return (
    <Section title={words.clients.create} text={words.clients.createText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="name" label={words.clients.name} autoComplete="off" />
        <FormFoot of={form} verb={words.clients.createAct} variant="outline" />
      </Form>
    </Section>
  )
}
