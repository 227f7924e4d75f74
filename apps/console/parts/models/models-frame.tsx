import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { modelPages, paths } from '../../paths.ts'
import { useWords } from '../../words/shell/index.ts'
import { Tabs } from '../tabs.tsx'

/** The tabs of the pages about what models make and cost. */
export const ModelsFrame = ({ children }: { readonly children: ReactNode }) => {
  const words = useWords()
  return (
    <>
      <Tabs label={words.models}>
        {modelPages.map((page) => (
          <NavLink key={page} to={paths[page]} end>
            {words.modelPages[page]}
          </NavLink>
        ))}
      </Tabs>
      <div className="page">{children}</div>
    </>
  )
}
