import type { Command } from 'commander';
import type { CommandLine } from '../cli/command-line.js';

type Add = (program: Command, line: CommandLine) => void;

interface CommandFile {
  readonly names: readonly string[];
  readonly load: () => Promise<Add>;
}

// Loaded on demand: loading the whole program takes longer than most short commands. The order is that of the help.
const files: readonly CommandFile[] = [
  { names: ['serve', 'worker'], load: async () => (await import('./serve-commands.js')).addServeCommands },
  { names: ['migrate'], load: async () => (await import('../cli/migrate.js')).addMigrateCommand },
  { names: ['backup', 'restore'], load: async () => (await import('../cli/backup.js')).addBackupCommands },
  {
    names: ['upgrade-database'],
    load: async () => (await import('../cli/upgrade-database.js')).addUpgradeDatabaseCommand,
  },
  { names: ['partition'], load: async () => (await import('../cli/partition.js')).addPartitionCommand },
  { names: ['accounts'], load: async () => (await import('../cli/accounts.js')).addAccountCommands },
  { names: ['keys'], load: async () => (await import('../cli/keys.js')).addKeyCommands },
  { names: ['users'], load: async () => (await import('../cli/users.js')).addUserCommands },
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
  { names: ['deposits'], load: async () => (await import('../cli/deposits.js')).addDepositCommands },
  { names: ['agents'], load: async () => (await import('../cli/agents.js')).addAgentCommands },
  { names: ['feeds'], load: async () => (await import('../cli/feeds.js')).addFeedCommands },
  { names: ['webhooks'], load: async () => (await import('../cli/webhooks.js')).addWebhookCommands },
  { names: ['month'], load: async () => (await import('../cli/month.js')).addMonthCommands },
  { names: ['invoices'], load: async () => (await import('../cli/invoices.js')).addInvoiceCommands },
  { names: ['offsets'], load: async () => (await import('../cli/offsets.js')).addOffsetCommands },
  {
    names: ['credit-notes'],
    load: async () => (await import('../cli/credit-notes.js')).addCreditNoteCommands,
  },
  {
    names: ['public-page'],
    load: async () => (await import('../cli/public-page.js')).addPublicPageCommands,
  },
  { names: ['jobs'], load: async () => (await import('../cli/jobs.js')).addJobCommands },
  { names: ['mail'], load: async () => (await import('../cli/mail.js')).addMailCommands },
  { names: ['report'], load: async () => (await import('./report-command.js')).addReportCommand },
  { names: ['audit'], load: async () => (await import('../cli/audit.js')).addAuditCommands },
  { names: ['verify'], load: async () => (await import('../cli/verify.js')).addVerifyCommand },
  { names: ['secrets'], load: async () => (await import('../cli/secrets.js')).addSecretCommands },
  { names: ['log'], load: async () => (await import('../cli/log.js')).addLogCommands },
  {
    names: ['sandboxes'],
    load: async () => (await import('../cli/sandboxes.js')).addSandboxCommands,
  },
  { names: ['demo'], load: async () => (await import('../cli/demo.js')).addDemoCommand },
  { names: ['doctor'], load: async () => (await import('../cli/doctor.js')).addDoctorCommand },
];

/** The command with this name; all commands if there is no such command, for the help and its suggestions. */
export async function commandsFor(name: string | undefined): Promise<Add[]> {
  const [file] = files.filter(({ names }) => names.includes(name ?? ''));
  return file ? [await file.load()] : everyCommand();
}

export const everyCommand = (): Promise<Add[]> => Promise.all(files.map(({ load }) => load()));
