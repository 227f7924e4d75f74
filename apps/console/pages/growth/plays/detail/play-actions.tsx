import { useState } from 'react'
import { updateGrowthPlay } from '../../../../../../domains/growth/plays/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { Confirm } from '../../../../parts/confirm.tsx'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import type { PlayRead } from '../play.ts'
import { PlayRefusal } from '../play-refusal.tsx'
import { useLaunchNeeds } from './launch-needs.ts'

/** Launches, pauses, resumes or archives a play. */
export const PlayActions = ({ read }: { readonly read: PlayRead }) => {
  const words = useGrowthPlayWords()
  const { id, name, status } = read.play
  const { canLaunch } = useLaunchNeeds(read)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const update = useOperation(updateGrowthPlay, { then: () => setConfirmOpen(false) })
  const move = (to: 'active' | 'paused' | 'archived') => update.mutate({ params: { playId: id }, body: { status: to } })
  return (
    <>
      {status === 'active' ? (
        <Button isPending={update.isPending} onClick={() => move('paused')}>
          {words.pause}
        </Button>
      ) : (
        <Button
          variant={canLaunch ? 'primary' : 'outline'}
          disabled={!canLaunch}
          isPending={update.isPending}
          onClick={() => move('active')}
        >
          {status === 'draft' ? words.launch : words.resume}
        </Button>
      )}
      <Button variant="plain" onClick={() => setConfirmOpen(true)}>
        {words.archive}
      </Button>
      {isConfirmOpen ? (
        <Confirm
          title={words.archiveTitle(name)}
          verb={words.archive}
          keep={words.keep}
          error={update.error}
          isBusy={update.isPending}
          onClose={() => setConfirmOpen(false)}
          onConfirm={() => move('archived')}
        >
          <p>{words.archiveMeans}</p>
        </Confirm>
      ) : (
        <PlayRefusal error={update.error} />
      )}
    </>
  )
}
