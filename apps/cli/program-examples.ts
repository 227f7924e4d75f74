import type { Command } from 'commander'
import { atelier } from './command.ts'

/** What people type, by command: shown below its help. */
export const examplesOf: Readonly<Record<string, readonly string[]>> = {
  '': ['login', 'deliver "Say hello in the README"', 'inbox', 'deliver --help'],
  login: ['login', 'login --url https://atelier.example.com'],
  logout: ['logout'],
  whoami: ['whoami'],
  status: ['status', 'status --all'],
  open: ['open', 'open docs --print'],
  import: ['import', 'import ../shop --name Shop', 'import shop.bundle'],
  push: ['push', 'push --dry-run', 'push --wait'],
  pull: ['pull', 'pull ../copy --project Shop'],
  deliver: [
    'deliver "Say hello in the README"',
    'deliver --file change.md ../shop',
    'deliver "Fix the sum" --accept-unverified',
  ],
  propose: ['propose "Say hello in the README"', 'propose --file change.md --title "Say hello"'],
  run: ['run', 'run 39875c5a'],
  watch: ['watch', 'watch 39875c5a'],
  logs: ['logs', 'logs --check test', 'logs --agent --follow'],
  stop: ['stop'],
  diff: ['diff', 'diff 39875c5a | git apply'],
  inbox: ['inbox'],
  approve: ['approve 7db20152', 'approve 7db20152 --note "Read by Ada"'],
  reject: ['reject 7db20152 --feedback "Keep the old name"'],
  deliverable: ['deliverable', 'deliverable 39875c5a'],
  publish: ['publish --summary "The first page shows the hours"', 'publish 39875c5a --ask grace@globex.example'],
  unpublish: ['unpublish 39875c5a'],
  'project show': ['project show'],
  'project set': [
    'project set --check "npm test" --check lint="npm run lint"',
    'project set --review unverified=refuse',
    'project set --derive',
  ],
  'project drop-setups': ['project drop-setups', 'project drop-setups --project Shop'],
  'env list': ['env'],
  'env set': ['env set NODE_ENV=test API_URL=http://127.0.0.1:4000', 'env set PORT=4000 --in Staging'],
  'env unset': ['env unset PORT --in Staging'],
  'env on': ['env on Staging'],
  'env off': ['env off Staging'],
  'env delete': ['env delete Staging'],
  'skills list': ['skills'],
  'skills import': ['skills import write-migrations/SKILL.md', 'skills import notes.md --slug write-migrations'],
  'skills delete': ['skills delete write-migrations'],
  'tools list': ['tools'],
  'tools add': [
    "tools add docs --url https://mcp.example.com/mcp --header 'Authorization: Bearer ${DOCS_TOKEN}'",
    'tools add tracker --secret TRACKER_TOKEN -- npx -y @example/tracker-mcp@1.4.0',
  ],
  'tools import': ['tools import .mcp.json'],
  'tools delete': ['tools delete tracker'],
  'secrets list': ['secrets'],
  'secrets set': ['secrets set STRIPE_API_KEY', 'secrets set TOKEN --source api/.env < token.txt'],
  'secrets import': ['secrets import .env api/.env'],
  'secrets export': ['secrets export .env', 'secrets export .env --format json --out /tmp/env.json'],
  'secrets rotate-root': ['secrets rotate-root'],
  'secrets run': ['secrets run -- npm start', 'secrets run --source .env -- npm test'],
  'agents list': ['agents', 'agents list --project Shop'],
  'agents show': ['agents show Coder'],
  'agents create': ['agents create Careful --instructions AGENT.md', 'agents create Careful --workspace --model o3'],
  'agents fork': ['agents fork Coder Careful --instructions AGENT.md'],
  'agents deactivate': ['agents deactivate Careful'],
  'agents reactivate': ['agents reactivate Coder'],
  'models list': ['models'],
  'models set': ['models set coder gpt-5-mini', 'models set reviewer o3 --temperature 0.2 --max-tokens 4000'],
  'models clear': ['models clear coder'],
  'models catalog': ['models catalog'],
  'web list': ['web'],
  'web key': ['web key tavily', 'web key tavily --remove'],
  'web on': ['web on crawl'],
  'web off': ['web off tavily'],
  'model test': ['model test', 'model test --tokens 300000'],
  'config list': ['config'],
  'config get': ['config get server'],
  'config set': ['config set project Shop', 'config set protect always'],
  'config unset': ['config unset project'],
  completion: ['completion bash > ~/.local/share/bash-completion/completions/atelier'],
  members: ['members'],
  invite: ['invite grace@example.com --role admin'],
  keys: ['keys', 'keys create Laptop --scope write'],
  'keys create': ['keys create Laptop --scope write', 'keys create CI --scope read --expires 90d --project Shop'],
  'keys revoke': ['keys revoke atl_Qm8x'],
  'audit export': ['audit export --out log.jsonl'],
  'audit checkpoint': ['audit checkpoint'],
  'audit prove': ['audit prove log.jsonl --position 12 --out row.json'],
  backup: ['backup /backups/monday --keys /root/atelier-keys', 'backup verify /backups/monday'],
  'backup verify': ['backup verify /backups/monday'],
  restore: ['restore /backups/monday --keys /root/atelier-keys'],
  'audit verify': ['audit verify log.jsonl --key key.txt'],
}

/** Puts the examples below the help of each command, as they can be typed. */
export const addExamples = (program: Command): Command => {
  const add = (command: Command, path: readonly string[]) => {
    const lines = examplesOf[path.join(' ')]?.map((line) => `  ${atelier} ${line}`) ?? []
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
    for (const one of command.commands) add(one, [...path, one.name()])
  }
  add(program, [])
  return program
}
