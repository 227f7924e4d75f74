import { useMemo, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { listClientAccounts, createClientAccount } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetchPages, usePages, type MorePages } from '../../../api/use-pages.ts'
import { prefetch, useLateReply } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { dot } from '../../../parts/text/joined.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useLateSum } from '../use-late-sum.ts'
import { PortalPeopleSection } from './portal-people-panel.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import '../../settings/settings.css'
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
        actions={accounts.length > 0 ? opener : null}
      />
      {isAdministrator && isCreating ? <NewClientSection /> : null}
      <AccountList accounts={accounts} rest={rest} opener={opener} />
      {isAdministrator ? <PortalPeopleSection /> : null}
      <p className="find-package">
        <Link className="link" to={paths.affected}>
          {words.findPackage}
        </Link>
      </p>
    </div>
  )
}

interface AccountListProps {
  readonly accounts: readonly Account[]
  readonly rest: MorePages
  /** Begins the first account, where there is none. */
  readonly opener: ReactNode
}

const AccountList = ({ accounts, rest, opener }: AccountListProps) => {
  const words = useSettingsWords().clients
  const summaries = useLateReply(listClientSummaries).data
  const lateOf = useLateSum()
  const sorted = useMemo(() => accounts.toSorted((a, b) => a.name.localeCompare(b.name)), [accounts])
  return (
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
    >
      {(account) => (
        <AccountRow
          key={account.id}
          account={account}
          summary={summaries && (summaries.find((one) => one.clientAccountId === account.id) ?? none)}
          late={lateOf(account.id)}
        />
      )}
    </ListPage>
  )
}

const none: Pick<Summary, 'money' | 'lastDelivery'> = { money: [], lastDelivery: null }

interface AccountRowProps {
  readonly account: Account
  /** Undefined until it is read. */
  readonly summary: Pick<Summary, 'money' | 'lastDelivery'> | undefined
  readonly late: string
}

/** A client: its last delivery, its open and its paid amounts. */
const AccountRow = ({ account: { id, name, counts }, summary, late }: AccountRowProps) => {
  const words = useSettingsWords().clients
  const { agoInWords } = useAges()
  const last = summary?.lastDelivery
  const delivery = last
    ? words.lastDelivery(last.title, agoInWords(last.deliveredAt).replaceAll(' ', '\u00a0'))
    : words.noDelivery
  return (
    <li>
      <Link className="row rows-cheap client-row" to={paths.client(id)}>
        <span className="grow">
          <b className="cut t" dir="auto" title={name}>
            {name}
          </b>
          <span className="m cut" title={delivery}>
            {summary ? delivery : null}
          </span>
        </span>
        <span className="counts m">
          {counts.members === 0 ? words.noPeople : words.people(counts.members)}
          {dot}
          {words.projectCount(counts.projects)}
        </span>
        <ClientMoney money={summary?.money} late={late} />
      </Link>
    </li>
  )
}

interface ClientMoneyProps {
  readonly money: Summary['money'] | undefined
  readonly late: string
}

/** Open amounts first, with late amounts, then paid ones; each currency separately. */
const ClientMoney = ({ money, late }: ClientMoneyProps) => {
  const words = useSettingsWords().clients
  const { money: written } = useFormat()
  if (!money) return <span className="money" />
  const [open, paid] = (['openMinor', 'paidMinor'] as const).map((which) =>
    money
      .filter((sum) => sum[which] !== 0)
      .map((sum) => written(sum, sum[which]))
      .join(' + '),
  )
  return (
    <span className="money num">
      {open ? <b>{words.open(open)}</b> : null}
      {late ? <span className="m state bad">{words.figures.late(late)}</span> : null}
      {paid ? <span className="m">{words.paid(paid)}</span> : null}
      {open || paid ? null : <span className="m">{words.notBilled}</span>}
    </span>
  )
}

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
        <Refusal error={form.error} />
        <div className="line">
          <Button type="submit" isPending={form.isPending}>
            {words.clients.createAct}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
