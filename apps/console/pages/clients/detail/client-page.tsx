import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import {
  getClientAccount,
  listClientAccountProjects,
} from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { prefetch, prefetchFirstRows, useReply } from '../../../api/use-operation.ts'
import { prefetchPages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { ArchiveSection } from './archive-client.tsx'
import { ClientDetails } from './client-details.tsx'
import { InviteClient } from './invite-client.tsx'
import { ClientFigures } from './client-figures.tsx'
import { ClientInvitations } from './client-invitations.tsx'
import { ClientProjects } from './client-projects.tsx'
import { newestInvoicesOf, of } from './client-input.ts'
import { ClientSeats } from './client-seats.tsx'
import { ClientDeliverables, ClientInvoices } from './client-work.tsx'
import { OpenPortal } from './open-portal.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import '../../settings/settings.css'
import './client-page.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.clientId!
  prefetchPages(listClientAccountProjects, of(id))
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
                <LinkButton to={`${paths.newInvoice}?client=${id}`}>{newInvoice}</LinkButton>
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
            <InviteClient id={id} />
          </>
        ) : null}
        <ClientDetails account={account} isOpen={isOpen} />
        {isOpen ? <ArchiveSection account={account} /> : null}
      </div>
    </>
  )
}
