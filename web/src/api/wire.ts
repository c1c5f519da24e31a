// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export interface components {
    schemas: {
        /** ApiKey */
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string | null;
            revision: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** CarbonProject */
        CarbonProject: {
            /** Format: uuid */
            id: string;
            name: string;
            type: string;
            registry_name: string;
            price_per_tonne: number;
            /** @enum {string} */
            status: "active" | "complete";
        };
        /** CollectedFeed */
        CollectedFeed: {
            devices: number;
            pages: number;
            /** Deposit */
            deposit: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                account_id: string;
                /** Format: uuid */
                feed_id: string | null;
                /** Format: date-time */
                date: string;
                pages: number;
                width: number;
                length: number;
                gsm: number;
            } | null;
            resets: string[];
            /** @enum {string|null} */
            trouble: "login" | "noAnswer" | "noDevice" | "noReading" | "other" | "silence" | null;
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /** Format: uuid */
            id: string;
            name: string | null;
            revision: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            key: string;
        };
        /** DepositMonths */
        DepositMonths: {
            closed_through: string | null;
            months: string[];
        };
        /** DepositPreview */
        DepositPreview: {
            lines: {
                line: number;
                paper: {
                    pages: number;
                    width: number | null;
                    length: number | null;
                    gsm: number | null;
                    /** Format: date-time */
                    date: string | null;
                } | null;
                error: string | null;
            }[];
            good: number;
            bad: number;
            pages: number;
            trees: number;
        };
        /** DepositTotal */
        DepositTotal: {
            deposits: number;
            pages: number;
        };
        /** Estimate */
        Estimate: {
            standard_pages: number;
            mass: number;
            trees: number;
            footprint: number;
            mtco2e: number;
            biomass_price: number;
            carbon_price: number;
            price: number;
            currency: string;
        };
        /** ExpandedInvoice */
        ExpandedInvoice: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            month: string;
            currency: string;
            total: number;
            total_exact: string;
            line_count: number;
            /** Format: date-time */
            created_at: string;
            lines: {
                /** @enum {string} */
                kind: "biomass" | "carbon";
                /** Format: uuid */
                offset_id: string;
                /** Format: uuid */
                project_id: string;
                project_name: string;
                /** Format: date-time */
                date: string;
                pages: number | null;
                trees: number | null;
                mtco2e: number | null;
                price: string;
                amount: number;
            }[];
        };
        /** FeedReading */
        FeedReading: {
            device: string;
            /** Format: date-time */
            read_at: string;
            total: number;
            /** @enum {string} */
            unit: "sheets" | "impressions";
            managed: boolean | null;
            pages: number;
            /** @enum {string|null} */
            note: "baseline" | "dip" | "reset" | "wrap" | "late" | "unmanaged" | "sheets_count" | "elsewhere" | "incomplete" | null;
        };
        /** FeedType */
        FeedType: {
            type: string;
            needs_server: boolean;
            needs_external_id: boolean;
        };
        /** FoundAccount */
        FoundAccount: {
            /** Format: uuid */
            id: string;
            name: string;
            display_name: string;
            external_id: string | null;
            /** @enum {string} */
            role: "distributor" | "channel" | "customer";
            /** @enum {string} */
            status: "active" | "inactive";
            /** Format: uuid */
            parent_id: string;
            parent_display_name: string;
        };
        /** ImportedDeposits */
        ImportedDeposits: {
            created: number;
            pages: number;
            trees: number;
        };
        /** Invoice */
        Invoice: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            month: string;
            currency: string;
            total: number;
            total_exact: string;
            line_count: number;
            /** Format: date-time */
            created_at: string;
        };
        /** InvoiceLine */
        InvoiceLine: {
            /** @enum {string} */
            kind: "biomass" | "carbon";
            /** Format: uuid */
            offset_id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            /** Format: date-time */
            date: string;
            pages: number | null;
            trees: number | null;
            mtco2e: number | null;
            price: string;
            amount: number;
        };
        /** ListedDeposit */
        ListedDeposit: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            feed_id: string | null;
            /** Format: date-time */
            date: string;
            pages: number;
            width: number;
            length: number;
            gsm: number;
            is_locked: boolean;
        };
        /** NewApiKey */
        NewApiKey: {
            name?: string | null;
            revision?: string | null;
        };
        /** ListedOffset */
        ListedOffset: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            order_id: string | null;
            /** Format: uuid */
            quote_id: string | null;
            /** Format: uuid */
            project_id: string;
            /** Format: uuid */
            certificate_id: string;
            /** Format: date-time */
            date: string;
            pages: number;
            trees: number;
            is_locked: boolean;
            settled_month: string | null;
        };
        /** OrderedPaper */
        OrderedPaper: {
            biomass_project_settings?: {
                /** Format: uuid */
                project_id: string;
                percentage?: number | null;
            }[] | null;
            carbon_project_settings?: {
                /** Format: uuid */
                project_id: string;
                percentage?: number | null;
            }[] | null;
            items: {
                quantity?: number | null;
                /** @default 0.2159 */
                width?: number | null;
                /** @default 0.2794 */
                length?: number | null;
                /** @default 75 */
                gsm?: number | null;
                mass?: number | null;
            }[];
        };
        /** WatchedFeed */
        WatchedFeed: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            type: string;
            /** Format: uuid */
            server_id: string | null;
            external_id: string | null;
            /** @enum {string} */
            collection_scope: "all" | "managed_only";
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            status: "active" | "inactive";
            /** Format: date-time */
            activated_at: string;
            /** Format: date-time */
            deactivated_at: string | null;
            /** @enum {string} */
            health_check: "healthy" | "unhealthy";
            /** Format: date-time */
            health_check_checked_at: string;
            /** Format: date-time */
            health_check_changed_at: string;
            /** @enum {string|null} */
            health_check_reason: "login" | "noAnswer" | "noDevice" | "noReading" | "other" | "silence" | null;
            /** Format: date-time */
            last_read_at: string | null;
            server_url: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type ApiKey = components['schemas']['ApiKey'];
export type CarbonProject = components['schemas']['CarbonProject'];
export type CollectedFeed = components['schemas']['CollectedFeed'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type DepositMonths = components['schemas']['DepositMonths'];
export type DepositPreview = components['schemas']['DepositPreview'];
export type DepositTotal = components['schemas']['DepositTotal'];
export type Estimate = components['schemas']['Estimate'];
export type ExpandedInvoice = components['schemas']['ExpandedInvoice'];
export type FeedReading = components['schemas']['FeedReading'];
export type FeedType = components['schemas']['FeedType'];
export type FoundAccount = components['schemas']['FoundAccount'];
export type ImportedDeposits = components['schemas']['ImportedDeposits'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceLine = components['schemas']['InvoiceLine'];
export type ListedDeposit = components['schemas']['ListedDeposit'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type ListedOffset = components['schemas']['ListedOffset'];
export type OrderedPaper = components['schemas']['OrderedPaper'];
export type WatchedFeed = components['schemas']['WatchedFeed'];
