import { useParams, type LoaderFunctionArgs } from 'react-router'
import {
  getClientAccount,
  listClientAccountProjects,
} from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages } from '../../../api/use-pages.ts'
import { Head, Top, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { ArchiveSection } from './archive-client.tsx'
import { ClientDetails } from './client-details.tsx'
import { InviteClient } from './invite-client.tsx'
import { ClientInvitations } from './client-invitations.tsx'
import { ClientProjects } from './client-projects.tsx'
import { of } from './client-input.ts'
import { ClientSeats } from './client-seats.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import '../../settings/settings.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.clientId!
  prefetchPages(listClientAccountProjects, of(id))
  return prefetch(getClientAccount, { params: { id } })
}

export default function ClientPage() {
  const id = useParams().clientId!
  const words = useSettingsWords().clients
  const account = useReply(getClientAccount, { params: { id } })
  const { isAdministrator } = useRole()
  const isOpen = isAdministrator && account.archivedAt === null
  useTitle(account.name, words.title)
  const text =
    account.archivedAt === null ? words.sentence(account.counts.members, account.counts.projects) : words.archived
  return (
    <>
      <Top crumbs={[{ name: words.title, to: paths.clients }, { name: account.name }]} />
      <div className="page read">
        <Head title={account.name} text={text} />
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
