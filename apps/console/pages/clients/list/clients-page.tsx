import { useMemo } from 'react'
import { Link } from 'react-router'
import { listClientAccounts } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetchPages, usePages, type MorePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Empty } from '../../../parts/empty.tsx'
import { useFilter } from '../../../parts/use-filter.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { paths } from '../../../paths.ts'
import { NewClientSection } from './new-client-form.tsx'
import { PortalPeopleSection } from './portal-people-panel.tsx'
import { useRole } from '../../settings/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import '../../settings/settings.css'

export const loader = () => prefetchPages(listClientAccounts)

type Account = Reply<typeof listClientAccounts>[number]

export default function ClientsPage() {
  const words = useSettingsWords().clients
  const { isAdministrator } = useRole()
  const { number } = useFormat()
  const { rows: accounts, ...rest } = usePages(listClientAccounts)
  const seats = accounts.reduce((all, { counts }) => all + counts.members, 0)
  const text = rest.more ? words.newest(number(accounts.length)) : words.text(accounts.length, seats)
  useTitle(words.title)
  return (
    <div className="page read">
      <Head title={words.title} text={text} />
      <AccountList accounts={accounts} rest={rest} />
      {isAdministrator ? (
        <>
          <NewClientSection />
          <PortalPeopleSection />
        </>
      ) : null}
    </div>
  )
}

const AccountList = ({ accounts, rest }: { readonly accounts: readonly Account[]; readonly rest: MorePages }) => {
  const words = useSettingsWords().clients
  const sorted = useMemo(() => accounts.toSorted((a, b) => a.name.localeCompare(b.name)), [accounts])
  const { shown, field, isNone } = useFilter(sorted, ({ name }) => name, words.filter, rest)
  return (
    <Section title={words.accounts} action={field}>
      <div className="panel rows">
        {accounts.length === 0 ? <Empty title={words.none} text={words.noneText} /> : null}
        {accounts.length > 0 && isNone ? <p className="pad quiet">{words.noneFits}</p> : null}
        <PartialRows rows={shown} rest={rest}>
          {({ id, name, counts }) => (
            <Link key={id} className="row rows-cheap" to={paths.client(id)}>
              <b className="cut grow t" dir="auto" title={name}>
                {name}
              </b>
              <span className="m">{words.people(counts.members)}</span>
              <span className="m">{words.projectCount(counts.projects)}</span>
            </Link>
          )}
        </PartialRows>
      </div>
    </Section>
  )
}
