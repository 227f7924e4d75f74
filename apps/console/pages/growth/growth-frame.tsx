import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/shell/index.ts'
import '../settings/settings.css'

interface GrowthFrameProps {
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The tabs of the pages about outreach. */
export const GrowthFrame = ({ isWide = false, children }: GrowthFrameProps) => {
  const words = useWords()
  return (
    <>
      <Tabs label={words.growth}>
        <NavLink to={paths.growth} end>
          {words.growthProjects}
        </NavLink>
        <NavLink to={paths.suppressions}>{words.suppressions}</NavLink>
        <NavLink to={paths.growthProviders}>{words.growthProviders}</NavLink>
        <NavLink to={paths.growthMailboxes}>{words.growthMailboxes}</NavLink>
        <NavLink to={paths.growthSettings}>{words.settings}</NavLink>
      </Tabs>
      <div className={isWide ? 'page' : 'page read'}>{children}</div>
    </>
  )
}
