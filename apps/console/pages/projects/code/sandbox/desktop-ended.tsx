import { useProjectWords } from '../../../../words/project/index.ts'
import type { SessionEnd } from './sandbox-socket.ts'

/** A sentence of the server is shown as it is: it has the reason why the access or the desktop ended. */
export const DesktopEnded = ({ end: { how, text } }: { readonly end: SessionEnd }) => {
  const words = useProjectWords().desktop
  return (
    <p className="soft" role="status">
      {text || words.ended[how]}
    </p>
  )
}
