import Plus from 'lucide-react/icons/plus'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import {
  getClientAccount,
  listClientAccountProjects,
  archiveClientAccount,
  updateClientAccount,
} from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { prefetch, prefetchFirstRows, useReply, useLateReply } from '../../../api/use-operation.ts'
import { prefetchPages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { ClientInvitations, ClientSeats } from './client-seats.tsx'
import { ClientProjects, ClientDeliverables, ClientInvoices } from './client-projects.tsx'
import { newestInvoicesOf, paramsOf } from './client-input.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Section } from '../../../parts/section.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useFormat } from '../../../format.ts'
import { Figure } from '../../projects/figure.tsx'
import { OpenPortal } from '../../settings/brand/open-portal.tsx'
import { useLateSum } from '../use-late-sum.ts'
import '../../settings/settings.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.clientId!
  prefetchPages(listClientAccountProjects, paramsOf(id))
  prefetchPages(listDeliverables)
  prefetchFirstRows(listClientInvoices, newestInvoicesOf(id))
  prefetch(listClientSummaries)
  prefetch(getWorkspaceBrandKit)
  return prefetch(getClientAccount, { params: { id } })
}

export default function ClientPage() {
  const id = useParams().clientId!
  const words = useSettingsWords().clients
  const { newInvoice } = useWords()
  const account = useReply(getClientAccount, { params: { id } })
  const { isAdministrator } = useRole()
  const isOpen = isAdministrator && account.archivedAt === null
  useTitle(account.name, words.title)
  const text =
    account.archivedAt === null ? words.sentence(account.counts.members, account.counts.projects) : words.archived
  return (
    <>
      <Top crumbs={[{ name: words.title, to: paths.clients }, { name: account.name }]} />
      <div className="page">
        <Head
          title={account.name}
          text={text}
          actions={
            <>
              <OpenPortal />
              {account.archivedAt === null ? (
                <LinkButton icon={Plus} to={`${paths.newInvoice}?client=${id}`}>
                  {newInvoice}
                </LinkButton>
              ) : null}
            </>
          }
        />
        <ClientFigures id={id} />
        <ClientInvoices id={id} />
        <ClientDeliverables id={id} />
        <ClientProjects id={id} isOpen={isOpen} />
        {isOpen ? (
          <>
            <ClientSeats id={id} />
            <ClientInvitations id={id} />
          </>
        ) : null}
        <ClientDetails account={account} isOpen={isOpen} />
        {isOpen ? (
          <Section
            title={words.archiveAct}
            text={words.archiveMeans}
            action={
              <ConfirmButton
                size="small"
                variant="danger"
                label={words.archiveAct}
                operation={archiveClientAccount}
                input={{ params: { id } }}
                title={words.archiveTitle(account.name)}
                keep={words.keep}
                typed={{ label: words.archiveType(account.name), text: account.name }}
              >
                <p>{words.archiveMeans}</p>
              </ConfirmButton>
            }
          />
        ) : null}
      </div>
    </>
  )
}

interface DetailsProps {
  readonly account: Reply<typeof getClientAccount>
  readonly isOpen: boolean
}

/** The agency's notes about a customer. */
const ClientDetails = ({ account, isOpen }: DetailsProps) => {
  const words = useSettingsWords()
  const { id, name, billingEmail, notes } = account
  const form = useForm(updateClientAccount, {
    name: `client.${id}`,
    input: { params: { id } },
    saved: { name, billingEmail: billingEmail ?? '', notes: notes ?? '' },
    isChange: true,
  })
  const shared = { draft: form, isDisabled: !isOpen }
  return (
    <Section title={words.clients.details}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <div className="side-by-side">
          <DraftField {...shared} field="name" label={words.clients.name} />
          <DraftField {...shared} field="billingEmail" type="email" label={words.clients.billing} />
        </div>
        <DraftField {...shared} field="notes" isLong label={words.clients.notes} hint={words.clients.notesHint} />
        {isOpen ? <SaveForm form={form} /> : null}
      </Form>
    </Section>
  )
}

/** The open and paid amounts of a client, with late amounts; renders nothing before the first invoice. */
const ClientFigures = ({ id }: { readonly id: string }) => {
  const { figures } = useSettingsWords().clients
  const { money } = useFormat()
  const summaries = useLateReply(listClientSummaries).data
  const summary = summaries?.find(({ clientAccountId }) => clientAccountId === id)
  const sums = summary?.money ?? []
  const sumOf = (which: 'openMinor' | 'paidMinor') => sums.map((sum) => money(sum, sum[which])).join(' + ') || '–'
  const late = useLateSum()(id)
  if (summaries !== undefined && sums.length === 0) return null
  return (
    <dl className="panel figures">
      <Figure
        name={figures.open}
        value={sumOf('openMinor')}
        note={late ? <span className="state bad">{figures.late(late)}</span> : figures.openNote}
      />
      <Figure name={figures.paid} value={sumOf('paidMinor')} note={figures.paidNote} />
    </dl>
  )
}
