import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useTitle } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { paths } from '../../paths.ts'
import { useAuditWords } from '../../words/audit/index.ts'
import './audit.css'

/** The pages of the record: the audit log, and the events. */
export const AuditFrame = ({ children }: { readonly children: ReactNode }) => {
  const words = useAuditWords()
  useTitle(words.title)
  return (
    <>
      <Tabs label={words.parts}>
        <NavLink to={paths.audit} end>
          {words.title}
        </NavLink>
        <NavLink to={paths.activity}>{words.activity.title}</NavLink>
      </Tabs>
      <div className="page">{children}</div>
    </>
  )
}
