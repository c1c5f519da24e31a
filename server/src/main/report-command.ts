import { writeFile } from 'node:fs/promises';
import { Option } from 'commander';
import type { Command } from '../cli/command.js';
import { onInstance, type CliEnvironment, type Outcome } from '../cli/command-line.js';
import { requireAccount } from '../cli/operator-input.js';
import { readId, wholeNumber } from '../cli/option-parsers.js';
import { publicSettings } from '../features/accounts/public-settings-store.js';
import type { Instance } from '../database/instance.js';
import { annualReport, reportFile } from '../http/pages/annual-report/annual-report.js';
import { reportForms } from '../http/pages/annual-report/report-forms.js';
import { locales, type Locale } from '../messages/locales.js';
import { writeNewFile } from '../platform/write-new-file.js';
import { AnnualReport } from '../wire/annual-report.js';
import { jsonWriter } from '../wire/json-writer.js';

interface ReportOptions {
  readonly account: string;
  readonly year: number;
  readonly format: 'pdf' | 'xlsx' | 'json';
  readonly out: string;
  readonly includeDescendants?: boolean;
  readonly locale?: Locale;
}

/** Not among the other commands, because the pages of the server render its files. */
export function addReportCommand(program: Command, line: CliEnvironment): void {
  const report = program.command('report').description('reports on accounts');
  onInstance(
    line,
    report
      .command('annual')
      .description('a year of an account: paper, its gross emissions, trees and credits')
      .example('report annual --account ID --year 2026 --format pdf --out 2026.pdf')
      .requiredOption('--account <account>', 'its id', readId)
      .requiredOption('--year <year>', 'the calendar year, in UTC', wholeNumber(1970, 9999))
      .addOption(new Option('--format <format>').choices(['pdf', 'xlsx', 'json']).makeOptionMandatory())
      .requiredOption('--out <file>', 'write to this file, replacing it')
      .option('--include-descendants', 'add the accounts below it; their figures are apart')
      .addOption(
        new Option('--locale <locale>', 'language of texts; default: that of the account').choices(locales),
      ),
    writeReport,
  );
}

async function writeReport({ context }: Instance, options: ReportOptions): Promise<Outcome> {
  const { year, format, out, includeDescendants = false } = options;
  const account = await requireAccount(context.db, options.account);
  const locale = options.locale ?? (await publicSettings(context.db, account.id)).locale;
  const query = { year: String(year), include_descendants: includeDescendants ? 'true' : 'false' } as const;
  // A report can be made again at any time, so nothing is lost.
  await writeNewFile(out, { force: true }, async (handle) => {
    const request = { context, account, query };
    const contents =
      format === 'json'
        ? `${jsonWriter(AnnualReport)(await annualReport(request, locale))}\n`
        : (await reportFile({ ...request, whose: account.id }, locale, reportForms[format])).bytes;
    await writeFile(handle, contents);
  });
  return {
    value: { account_id: account.id, year, format, file: out },
    text: `The annual report ${year} of ${account.displayName} is in ${out}`,
  };
}
