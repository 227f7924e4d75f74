import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { mergeUnverified, propose, runCycle } from '../delivery.ts'
import { refsIn } from '../repositories/refs.ts'
import { startModelProvider } from '../model-provider/index.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { modelSettings, turns } from '../runs/scripted-turns.ts'
import { testServer } from '../server.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-operator'))

const files = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'src/c.txt': 'c\n', 'package.json': '{}\n' }
const run = (command: string) => ({ toolCalls: [{ name: 'run', input: { command } }] })
const restore = (input: object) => ({ toolCalls: [{ name: 'restore', input }] })

const mark = join(server.dataFolder, 'planted')
const plant = `
  g=$(git rev-parse --absolute-git-dir); base=$(dirname $(cat $g/objects/info/alternates))
  touch ${mark}; printf '#!/bin/sh\\ntouch ${mark}\\n' > $g/evil; chmod +x $g/evil
  for hook in pre-commit post-checkout post-index-change reference-transaction; do cp $g/evil $g/hooks/$hook; done
  for key in core.fsmonitor core.sshCommand diff.external filter.evil.clean filter.evil.smudge; do git config $key $g/evil; done
  git config core.worktree /etc; git config core.hooksPath $g/hooks; git config alias.status '!touch ${mark}'
  printf '* filter=evil diff=evil\\n' > $g/info/attributes; printf '*\\n' > $g/info/exclude
  for file in index HEAD config hooks/post-checkout refs/heads/main packed-refs objects/info/alternates; do
    echo planted 2>/dev/null > $base/$file && echo "wrote $file"
  done
  ln -sfn $g .git 2>/dev/null && echo linked; mv .git aside 2>/dev/null && echo moved
  export GIT_DIR=$g GIT_WORK_TREE=$PWD
  git config --unset core.worktree; git config --unset core.fsmonitor
  git update-index --assume-unchanged src/c.txt; git update-index --skip-worktree moved.txt
  echo changed > moved.txt; echo changed > src/c.txt
  echo ended`

const { owner } = await scene(server)
const { projectId } = await importProject(owner, await bundleOf(files))
await mergeUnverified(owner, projectId)
provider.push(
  run('git status --short && git log --oneline | wc -l && git blame a.txt | wc -l && git show --stat | grep -c txt'),
  run('git mv a.txt moved.txt && git rm -q b.txt && git status --short'),
  run('echo x > stashed.txt && git add stashed.txt && git stash -q && ls && git stash pop -q && ls'),
  run('echo broken > src/c.txt && git checkout -q -- src/c.txt && cat src/c.txt'),
  run('git commit -q -m "My own" && git log --oneline | wc -l && git checkout -q -b other && git push 2>&1'),
  run('echo last > last.txt; git branch -D task; git status --short'),
  run(plant),
  run('git reset -q --hard; git clean -fdq; rm -rf "$HOME/worktree.git" .git src 2>/dev/null; rm -rf *; ls | wc -l'),
  restore({}),
  restore({ state: 5 }),
  turns.end('Done.'),
)
const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, 'Change it.'))
const told = provider.requests.at(-1)!.body.messages.flatMap(({ role, content }) => (role === 'tool' ? [content!] : []))

test('git works as in an ordinary repository', () => {
  const [looked, moved, stashed, checkedOut, committed, last] = told
  expect(looked).toBe('Exit code 0\n1\n1\n3\n')
  expect(moved).toBe('Exit code 0\nD  b.txt\nR  a.txt -> moved.txt\n')
  expect(stashed).toMatch(/^Exit code 0\na\.txt\nb\.txt\n.*moved\.txt\n.*stashed\.txt\n$/s)
  expect(checkedOut).toBe('Exit code 0\nc\n')
  expect(committed).toMatch(
    /in your copy of the repository alone\. The change is taken from the files.*\n2\n.*No configured push/s,
  )
  expect(last).toMatch(/\?\? last\.txt/)
})

test('files that an agent destroys come back, its git folder among them', () => {
  const [destroyed, states, back] = told.slice(7)
  expect(destroyed).toMatch(/^Exit code 0\n(.*\n)?0\n$/s)
  expect(states).toMatch(
    /^1, after the beginning: the commit of the task\n2, after run git mv .*\n6, after run git reset/s,
  )
  expect(back).toMatch(/^State 5 is back\..*brought back last\.txt/s)
})

test('no git outside reads its git folder, and the change is in the files', async () => {
  expect(told[6]).toMatch(/ended\n$/)
  expect(told[6]).not.toMatch(/wrote|linked|moved/)
  expect(cycle.status).toBe('completed')
  const { body } = await owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const paths = (body.files as { path: string }[]).map(({ path }) => path).sort()
  expect(paths).toEqual(['a.txt', 'b.txt', 'last.txt', 'moved.txt', 'src/c.txt', 'stashed.txt'])
  expect(existsSync(mark)).toBe(false)
  expect(Object.keys(await refsIn(server, projectId))).toEqual(['refs/heads/main'])
})
