import type { ComponentProps, ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Head, Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths, settingsGroups } from '../../paths.ts'
import { readsAudit } from '../../api/workspace.ts'
import { useRole } from '../../api/use-role.ts'
import { useWords } from '../../words/shell/index.ts'
import './settings.css'

interface FrameProps {
  readonly title: string
  /** How many there are, for a page that is a list. */
  readonly count?: ComponentProps<typeof Head>['count']
  readonly text: ReactNode
  readonly actions?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
}

const isOfPerson = (pathname: string) => settingsGroups.you.some((page) => pathname === paths.settingsOf(page))

/** The top, the tabs and the single column of every settings page; the top leads to the settings of the other group. */
export const SettingsFrame = ({ title, count, text, actions, isWide = false, children }: FrameProps) => {
  const words = useWords()
  const { workspace } = useRole()
  const group = isOfPerson(useLocation().pathname) ? 'you' : 'workspace'
  useTitle(title, words.settings)
  return (
    <>
      <Top
        crumbs={[{ name: words.settings }]}
        actions={
          <div className="seg" role="group" aria-label={words.settings}>
            {(['workspace', 'you'] as const).map((one) => (
              <Link key={one} to={paths.settingsOf(settingsGroups[one][0])} aria-current={one === group || undefined}>
                {words.settingsGroups[one]}
              </Link>
            ))}
          </div>
        }
      />
      <Tabs label={words.settings}>
        {settingsGroups[group].map((page) => (
          <NavLink key={page} to={paths.settingsOf(page)}>
            {words.settingsPages[page]}
          </NavLink>
        ))}
        {group === 'workspace' && readsAudit(workspace) ? (
          <NavLink to={paths.webhooks}>{words.webhooks}</NavLink>
        ) : null}
      </Tabs>
      <div className={isWide ? 'page' : 'page settings'}>
        <Head title={title} count={count} text={text} actions={actions} />
        {children}
      </div>
    </>
  )
}
