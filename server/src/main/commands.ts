import type { Command } from '../cli/command.js';
import type { CliEnvironment } from '../cli/command-line.js';

type Add = (program: Command, line: CliEnvironment) => void;

interface CommandFile {
  readonly names: readonly string[];
  readonly load: () => Promise<Add>;
  /** It describes the other commands. */
  readonly needsAll?: true;
}

interface CommandGroup {
  readonly heading: string;
  readonly files: readonly CommandFile[];
}

// Loaded on demand: loading the whole program takes longer than most short commands. The order is that of the help.
const groups: readonly CommandGroup[] = [
  {
    heading: 'Installation:',
    files: [
      {
        names: ['serve', 'worker'],
        load: async () => (await import('./serve-commands.js')).addServeCommands,
      },
      { names: ['migrate'], load: async () => (await import('../cli/migrate.js')).addMigrateCommand },
      { names: ['partition'], load: async () => (await import('../cli/partition.js')).addPartitionCommand },
      {
        names: ['backup', 'restore'],
        load: async () => (await import('../cli/backup.js')).addBackupCommands,
      },
      {
        names: ['upgrade-database'],
        load: async () => (await import('../cli/upgrade-database.js')).addUpgradeDatabaseCommand,
      },
      { names: ['doctor'], load: async () => (await import('../cli/doctor.js')).addDoctorCommand },
      { names: ['jobs'], load: async () => (await import('../cli/jobs.js')).addJobCommands },
      { names: ['mail'], load: async () => (await import('../cli/mail.js')).addMailCommands },
      { names: ['secrets'], load: async () => (await import('../cli/secrets.js')).addSecretCommands },
      { names: ['audit'], load: async () => (await import('../cli/audit.js')).addAuditCommands },
    ],
  },
  {
    heading: 'Accounts:',
    files: [
      { names: ['accounts'], load: async () => (await import('../cli/accounts.js')).addAccountCommands },
      { names: ['keys'], load: async () => (await import('../cli/keys.js')).addKeyCommands },
      { names: ['users'], load: async () => (await import('../cli/users.js')).addUserCommands },
      {
        names: ['public-page'],
        load: async () => (await import('../cli/public-page.js')).addPublicPageCommands,
      },
    ],
  },
  {
    heading: 'Paper:',
    files: [
      { names: ['deposits'], load: async () => (await import('../cli/deposits.js')).addDepositCommands },
      { names: ['feeds'], load: async () => (await import('../cli/feeds.js')).addFeedCommands },
      { names: ['agents'], load: async () => (await import('../cli/agents.js')).addAgentCommands },
    ],
  },
  {
    heading: 'Trees and carbon:',
    files: [
      {
        names: ['projects', 'carbon-projects'],
        load: async () => (await import('../cli/projects.js')).addProjectCommands,
      },
      { names: ['plantings'], load: async () => (await import('../cli/plantings.js')).addPlantingCommands },
      {
        names: ['methodology'],
        load: async () => (await import('../cli/methodologies.js')).addMethodologyCommands,
      },
      {
        names: ['carbon-credits', 'carbon'],
        load: async () => (await import('../cli/carbon.js')).addCarbonCommands,
      },
    ],
  },
  {
    heading: 'Month-end and reports:',
    files: [
      { names: ['month'], load: async () => (await import('../cli/month.js')).addMonthCommands },
      { names: ['invoices'], load: async () => (await import('../cli/invoices.js')).addInvoiceCommands },
      { names: ['offsets'], load: async () => (await import('../cli/offsets.js')).addOffsetCommands },
      {
        names: ['credit-notes'],
        load: async () => (await import('../cli/credit-notes.js')).addCreditNoteCommands,
      },
      { names: ['report'], load: async () => (await import('./report-command.js')).addReportCommand },
    ],
  },
  {
    heading: 'Transparency log:',
    files: [
      { names: ['log'], load: async () => (await import('../cli/log.js')).addLogCommands },
      { names: ['verify'], load: async () => (await import('../cli/verify.js')).addVerifyCommand },
    ],
  },
  {
    heading: 'Integrating and trying out:',
    files: [
      { names: ['demo'], load: async () => (await import('../cli/demo.js')).addDemoCommand },
      { names: ['sandboxes'], load: async () => (await import('../cli/sandboxes.js')).addSandboxCommands },
      { names: ['webhooks'], load: async () => (await import('../cli/webhooks.js')).addWebhookCommands },
      { names: ['mcp'], load: async () => (await import('./mcp-command.js')).addMcpCommand },
    ],
  },
  {
    heading: 'Command line:',
    files: [
      {
        names: ['completion'],
        needsAll: true,
        load: async () => (await import('../cli/completion/completion-command.js')).addCompletionCommand,
      },
    ],
  },
];

/** Adds the commands of a file to the program, under the heading of their group. */
async function load({ heading }: CommandGroup, file: CommandFile): Promise<Add> {
  const add = await file.load();
  return (program, line) => {
    add(program.commandsGroup(heading), line);
  };
}

/** The command with this name; all commands if there is no such command, for the help and its suggestions. */
export async function commandsFor(name: string | undefined): Promise<Add[]> {
  for (const group of groups) {
    const file = group.files.find(({ names, needsAll }) => names.includes(name ?? '') && !needsAll);
    if (file) return [await load(group, file)];
  }
  return everyCommand();
}

export const everyCommand = (): Promise<Add[]> =>
  Promise.all(groups.flatMap((group) => group.files.map((file) => load(group, file))));
