import { useProjectWords } from '../../../../words/project/index.ts'
import type { DesktopEnd } from './desktop-screen.tsx'

/** A sentence of the server is shown as it is: it says why the access or the desktop ended. */
export const DesktopEnded = ({ end: { how, text } }: { readonly end: DesktopEnd }) => {
  const words = useProjectWords().desktop
  return (
    <p className="panel pad" role="status">
      {text || words.ended[how]}
    </p>
  )
}
