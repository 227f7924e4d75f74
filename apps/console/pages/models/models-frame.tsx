import type { ReactNode } from 'react'
import { Tabs, ViewLinks } from '../../parts/tabs.tsx'
import { modelViews, paths } from '../../paths.ts'
import { useWords } from '../../words/shell/index.ts'

interface ModelsFrameProps {
  readonly isNarrow?: boolean
  readonly children: ReactNode
}

/** The tabs of the views of models. */
export const ModelsFrame = ({ isNarrow = false, children }: ModelsFrameProps) => {
  const words = useWords()
  return (
    <>
      <Tabs label={words.models}>
        <ViewLinks views={modelViews.map((view) => ({ name: words.modelViews[view], to: paths[view] }))} />
      </Tabs>
      <div className={isNarrow ? 'page read' : 'page'}>{children}</div>
    </>
  )
}
