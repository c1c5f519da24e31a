import { Type } from '@sinclair/typebox';
import { levels } from '../features/accounts/accounts-of-level.js';
import { paperSources } from '../features/reports/paper-store.js';
import { locales } from '../messages/locales.js';
import { Count, Decimal, Field, Id, Nullable, OneOf, PageCount, Timestamp } from './fields.js';

export const AnnualReportQuery = Type.Object({
  year: Field('The calendar year, in UTC: from 1970 to this year', Type.String({ format: 'year' })),
  include_descendants: Type.Optional(
    Field(
      'Whether to add the accounts below, of which there may be 10,000; their figures are apart',
      OneOf(['true', 'false']),
    ),
  ),
  locale: Type.Optional(
    Field('The language of texts; default: by Accept-Language, then that of the account', OneOf(locales)),
  ),
});

const paperSum = {
  records: Field('Deposits, orders, quotes and offsets.', Count),
  sheets: Field('Sheets. Paper that was entered by its weight has none.', PageCount),
  kg: Field('Kilograms, not rounded.', Decimal),
  mtco2e: Field('Tonnes of CO2 equivalent that making it emitted, not rounded.', Decimal),
};

const source = Type.Object({
  source: Field(
    'Where the paper was reported: `feed`, `deposit` (posted or imported), `order`, `quote`, or `direct` for offsets that come from none of these.',
    OneOf(paperSources),
  ),
  feed_type: Field('Type of the feeds; `null` for other sources and deleted feeds.', Nullable(Type.String())),
  ...paperSum,
});

const treeSum = {
  certificates: Field('Certificates of the year, without withdrawn ones.', Count),
  pages: Field('Their standard pages.', PageCount),
  certified: Field('Their trees.', Decimal),
  planted: Field('What of these recorded plantings cover.', Decimal),
  pending: Field('What no planting covers yet.', Decimal),
  surviving: Field('What of the planted ones survives, by the newest audits.', Decimal),
};

const creditSum = (what: string) =>
  Type.Object({
    mtco2e: Field(`Tonnes of credits ${what}.`, Decimal),
    removal_mtco2e: Field('What of it removes CO2 from the air.', Decimal),
    avoidance_mtco2e: Field('What of it avoids emissions elsewhere.', Decimal),
    eu_share: Field(
      'Share from projects in the European Union, of 1; `null` if there are none.',
      Nullable(Decimal),
    ),
    adjusted_share: Field(
      'Share with a corresponding adjustment by the host country, of 1; `null` if there are none.',
      Nullable(Decimal),
    ),
  });

const answers = ['yes', 'no', 'unknown'] as const;

export const AnnualReportLevel = Type.Object(
  {
    level: Field(
      'Whose figures these are: of the account itself, of those below it, or of both.',
      OneOf(levels),
    ),
    paper: Field(
      'The paper of the year.',
      Type.Object({
        ...paperSum,
        sources: Field('By source; without sources that reported nothing.', Type.Array(source)),
        months: Field(
          'All twelve months, in UTC.',
          Type.Array(
            Type.Object({
              month: Field('Such as `2026-01`.', Type.String()),
              ...paperSum,
              sources: Field('By source.', Type.Array(source)),
            }),
          ),
        ),
        returned: Field(
          'Paper of withdrawn certificates that was deposited again: in no other figure, because it was counted before.',
          Type.Object(paperSum),
        ),
      }),
    ),
    emissions: Field(
      'Gross emissions of making this paper: nothing is deducted.',
      Type.Object({
        scope: Field('Of the GHG Protocol: 3.', Count),
        category: Field('Of the GHG Protocol: 1, purchased goods and services.', Count),
        mtco2e: Field('Tonnes of CO2 equivalent.', Decimal),
        methodologies: Field(
          'By the methodology that converts the paper.',
          Type.Array(
            Type.Object({
              id: Field('Its id.', Id),
              name: Field('Its name.', Type.String()),
              emission_factor: Field('Tonnes of CO2 equivalent per tonne of paper.', Decimal),
              source: Field('Who published the factor; `null` if unknown.', Nullable(Type.String())),
              source_url: Field('Where it can be read, or `null`.', Nullable(Type.String())),
              version: Field('Which version; `null` if unknown.', Nullable(Type.String())),
              published_on: Field('When it was published; `null` if unknown.', Nullable(Type.String())),
              uncertainty: Field(
                'How uncertain the factor is, in words or percent; `null` if unknown.',
                Nullable(Type.String()),
              ),
              kg: Field('The paper that it converts, in kilograms.', Decimal),
              mtco2e: Field('Paper times factor.', Decimal),
            }),
          ),
        ),
      }),
    ),
    year_before: Field(
      'The paper of the whole year before.',
      Type.Object({ year: Field('That year.', Count), ...paperSum }),
    ),
    trees: Field(
      'The trees of the certificates of the year.',
      Type.Object({
        ...treeSum,
        projects: Field(
          'By forestry project, the most trees first.',
          Type.Array(
            Type.Object({
              project_id: Field('The project.', Id),
              project_name: Field('Its name.', Type.String()),
              survival_rate: Field(
                'What survives of all that was planted in the project, for anyone, of 1; `null` if no planting is recorded.',
                Nullable(Decimal),
              ),
              ...treeSum,
            }),
          ),
        ),
      }),
    ),
    credits: Field(
      'Carbon credits, by the points of ESRS E1-7.',
      Type.Object({
        ordered_mtco2e: Field('Tonnes of the carbon offsets of the year.', Decimal),
        waiting_mtco2e: Field('What of these has no credits yet.', Decimal),
        retired: Field('Retired in the year.', creditSum('retired in the year')),
        planned: Field(
          'Allocated by the end of the year and not retired by then.',
          creditSum('allocated, to be retired'),
        ),
        kinds: Field(
          'The same by what is known of the credits.',
          Type.Array(
            Type.Object({
              project_id: Field('The carbon project.', Id),
              project_name: Field('Its name.', Type.String()),
              type: Field(
                '`removal` or `avoidance`; `null` if unknown.',
                Nullable(OneOf(['removal', 'avoidance'])),
              ),
              standard: Field('The quality standard; `null` if unknown.', Nullable(Type.String())),
              registry: Field('Where they are registered.', Type.String()),
              country: Field('Host country, in two letters; `null` if unknown.', Nullable(Type.String())),
              ccp: Field('Whether they have the label of the Core Carbon Principles.', OneOf(answers)),
              corresponding_adjustment: Field(
                'Whether the host country adjusts its balance.',
                OneOf(answers),
              ),
              retired_mtco2e: Field('Retired in the year.', Decimal),
              planned_mtco2e: Field('Allocated, to be retired.', Decimal),
            }),
          ),
        ),
      }),
    ),
  },
  { title: 'AnnualReportLevel' },
);

export const AnnualReport = Type.Object(
  {
    account_id: Field('The account it is about.', Id),
    account_name: Field('Its name, as shown to others.', Type.String()),
    year: Field('The calendar year, in UTC.', Count),
    start_date: Field('Its first day.', Type.String()),
    end_date: Field('Its last day.', Type.String()),
    complete: Field('`false` if the year is not over.', Type.Boolean()),
    as_of: Field('When the report was made. A later one may differ: see `method`.', Timestamp),
    include_descendants: Field('Whether the accounts below are included.', Type.Boolean()),
    accounts_below: Field('How many accounts below are included.', Count),
    levels: Field(
      'The figures of the account; with `include_descendants` also those of the accounts below it, and both together.',
      Type.Array(AnnualReportLevel),
    ),
    certificates: Field(
      'The certificates of the year, oldest first, up to 5,000.',
      Type.Array(
        Type.Object({
          id: Field('Its id.', Id),
          number: Field('As printed on it.', Type.String()),
          account_id: Field('The account it belongs to.', Id),
          account_name: Field('Its name.', Type.String()),
          date: Field('The time that it counts for.', Timestamp),
          pages: Field('Standard pages.', PageCount),
          trees: Field('Trees, to 6 decimals.', Decimal),
          project_id: Field('Where the trees are planted.', Id),
          project_name: Field('Its name.', Type.String()),
          log_index: Field(
            'Its index in the transparency log; `null` while it is being entered.',
            Nullable(Count),
          ),
        }),
      ),
    ),
    certificates_left: Field('How many more there are, which `GET /biomass/certificates` lists.', Count),
    method: Field('How the figures are made, and what they do not say.', Type.Array(Type.String())),
  },
  { title: 'AnnualReport' },
);
