import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Head, Top, useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths, settingsPages } from '../../paths.ts'
import type { ListTotal } from '../../api/use-pages.ts'
import { useWords } from '../../words/shell/index.ts'
import './settings.css'

interface FrameProps {
  readonly title: string
  /** How many there are, for a page that is a list. */
  readonly count?: ListTotal | undefined
  readonly text: ReactNode
  readonly actions?: ReactNode
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The top, the tabs and the one column of every page of the settings. */
export const SettingsFrame = ({ title, count, text, actions, isWide = false, children }: FrameProps) => {
  const words = useWords()
  useTitle(title, words.settings)
  return (
    <>
      <Top crumbs={[{ name: words.settings, to: paths.settings }, { name: title }]} />
      <Tabs label={words.settings}>
        {settingsPages.map((page) => (
          <NavLink key={page} to={paths.settingsOf(page)}>
            {words.settingsPages[page]}
          </NavLink>
        ))}
      </Tabs>
      <div className={isWide ? 'page' : 'page read'}>
        <Head title={title} count={count} text={text} actions={actions} />
        {children}
      </div>
    </>
  )
}
