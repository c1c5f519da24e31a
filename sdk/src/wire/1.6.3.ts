// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export interface components {
    schemas: {
        /** Account */
        Account: {
            /** Format: uuid */
            id: string;
            name: string;
            display_name: string;
            external_id: string | null;
            /** @enum {string} */
            role: "distributor" | "channel" | "customer";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            parent_id: string | null;
            /** @enum {string} */
            status: "active" | "inactive";
            /** Format: date-time */
            activated_at: string | null;
            /** Format: date-time */
            deactivated_at: string | null;
        };
        /** AccountChanges */
        AccountChanges: {
            name?: string;
            display_name?: string | null;
            external_id?: string | null;
        };
        /** AccountSettings */
        AccountSettings: {
            /** @enum {string} */
            locale: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW";
            badge_enabled: boolean;
            badge_url: string;
            carbon_project_ids: string[];
        };
        /** AccountSettingsChanges */
        AccountSettingsChanges: {
            /** @enum {string} */
            locale?: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW";
            badge_enabled?: boolean;
            carbon_project_ids?: string[];
        };
        /** BiomassCertificate */
        BiomassCertificate: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            /** Format: date-time */
            date: string;
            pages: number;
            trees: number;
            /** Format: uuid */
            project_id: string;
            /** ForestryProject */
            project: {
                /** Format: uuid */
                id: string;
                name: string;
                status: string;
                forest_latitude: number;
                forest_longitude: number;
                content_logo: string;
                content_masthead: string;
                content_introduction: string;
                content_body_html: string;
                content_images: string[];
            };
            url: string;
            pdf_url: string;
        };
        /** BiomassOffset */
        BiomassOffset: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
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
        };
        /** CarbonOffset */
        CarbonOffset: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            project_type: string;
            registry_name: string;
            /** Format: date-time */
            date: string;
            mtco2e: number;
            /** @enum {string} */
            status: "processing" | "fulfilled";
            /** Format: date-time */
            vintage_start_date: string | null;
            /** Format: date-time */
            vintage_end_date: string | null;
            serial_numbers: string[];
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
        /** CreatedFeed */
        CreatedFeed: {
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
            /** @description YYYY-MM-DD HH:MM:SS +0000 */
            activated_at: string;
            /** Format: date-time */
            deactivated_at: string | null;
            /** @enum {string} */
            health_check: "healthy" | "unhealthy";
            /** Format: date-time */
            health_check_checked_at: string;
            /** Format: date-time */
            health_check_changed_at: string;
        };
        /** Deleted */
        Deleted: {
            /** Format: uuid */
            id: string;
            /** @constant */
            deleted: true;
        };
        /** Deposit */
        Deposit: {
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
            density: number;
        };
        /** DepositBatch */
        DepositBatch: {
            deposits: {
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
                density: number;
            }[];
        };
        /** ExpandedAccount */
        ExpandedAccount: {
            /** Format: uuid */
            id: string;
            name: string;
            display_name: string;
            external_id: string | null;
            /** @enum {string} */
            role: "distributor" | "channel" | "customer";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            parent_id: string | null;
            /** @enum {string} */
            status: "active" | "inactive";
            /** Format: date-time */
            activated_at: string | null;
            /** Format: date-time */
            deactivated_at: string | null;
            accounts_count: number;
            users_count: number;
            mtd_pages: number;
            qtd_pages: number;
            ytd_pages: number;
            ltd_pages: number;
            mtd_trees: number;
            qtd_trees: number;
            ytd_trees: number;
            ltd_trees: number;
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
        /** ExpandedQuote */
        ExpandedQuote: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            created_at: string;
            trees: number;
            standard_pages: number;
            mass: number;
            price: number;
            external_id: string | null;
            /** Format: uuid */
            biomass_offset_id: string | null;
            items: {
                quantity: number | null;
                width: number | null;
                length: number | null;
                density: number | null;
                mass: number;
            }[];
        };
        /** Feed */
        Feed: {
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
        };
        /** FeedChanges */
        FeedChanges: {
            /** Format: uuid */
            server_id?: string;
            external_id?: string | null;
            /** Format: secret */
            server_password?: string;
        };
        /** ForestryProject */
        ForestryProject: {
            /** Format: uuid */
            id: string;
            name: string;
            status: string;
            forest_latitude: number;
            forest_longitude: number;
            content_logo: string;
            content_masthead: string;
            content_introduction: string;
            content_body_html: string;
            content_images: string[];
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
        /** Item */
        Item: {
            quantity: number | null;
            width: number | null;
            length: number | null;
            density: number | null;
            mass: number;
        };
        /** NewAccount */
        NewAccount: {
            name: string;
            display_name?: string | null;
            external_id?: string | null;
        };
        /** NewBiomassOffset */
        NewBiomassOffset: {
            pages?: number | null;
            trees?: number | null;
            /** Format: uuid */
            quote_id?: string | null;
            /** Format: uuid */
            project_id?: string | null;
            /** Format: timestamp */
            date?: string | null;
        };
        /** NewDeposit */
        NewDeposit: {
            pages: number;
            /** @default 0.2159 */
            width?: number | null;
            /** @default 0.2794 */
            length?: number | null;
            /** @default 75 */
            density?: number | null;
            /** Format: timestamp */
            date?: string | null;
        };
        /** NewDepositBatch */
        NewDepositBatch: {
            deposits: {
                pages: number;
                /** @default 0.2159 */
                width?: number | null;
                /** @default 0.2794 */
                length?: number | null;
                /** @default 75 */
                density?: number | null;
                /** Format: timestamp */
                date?: string | null;
            }[];
        };
        /** NewFeed */
        NewFeed: {
            /** Format: integration */
            type: string;
            /** Format: uuid */
            server_id?: string | null;
            external_id?: string | null;
            /** Format: secret */
            server_password?: string;
            /**
             * @default all
             * @enum {string|null}
             */
            collection_scope?: "all" | "managed_only" | null;
            /** Format: timestamp */
            activated_at?: string | null;
        };
        /** NewItem */
        NewItem: {
            quantity?: number | null;
            /** @default 0.2159 */
            width?: number | null;
            /** @default 0.2794 */
            length?: number | null;
            /** @default 75 */
            density?: number | null;
            mass?: number | null;
        };
        /** NewQuote */
        NewQuote: {
            /** Format: uuid */
            project_id: string;
            external_id?: string | null;
            items: {
                quantity?: number | null;
                /** @default 0.2159 */
                width?: number | null;
                /** @default 0.2794 */
                length?: number | null;
                /** @default 75 */
                density?: number | null;
                mass?: number | null;
            }[];
        };
        /** NewReading */
        NewReading: {
            device: string;
            total: number;
            /**
             * @default sheets
             * @enum {string|null}
             */
            unit?: "sheets" | "impressions" | null;
            managed?: boolean | null;
            /** Format: timestamp */
            read_at?: string | null;
        };
        /** NewReadings */
        NewReadings: {
            readings: {
                device: string;
                total: number;
                /**
                 * @default sheets
                 * @enum {string|null}
                 */
                unit?: "sheets" | "impressions" | null;
                managed?: boolean | null;
                /** Format: timestamp */
                read_at?: string | null;
            }[];
        };
        /** NewServer */
        NewServer: {
            /** Format: integration */
            type: string;
            url: string;
            username: string;
            /** Format: secret */
            password?: string | null;
            /** Format: email */
            contact: string;
        };
        /** NewUser */
        NewUser: {
            /** Format: email */
            email: string;
            full_name?: string | null;
            /**
             * @default en
             * @enum {string|null}
             */
            locale?: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW" | null;
        };
        /** Quote */
        Quote: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            project_id: string;
            /** Format: date-time */
            created_at: string;
            trees: number;
            standard_pages: number;
            mass: number;
            price: number;
            external_id: string | null;
            /** Format: uuid */
            biomass_offset_id: string | null;
        };
        /** Server */
        Server: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            type: string;
            url: string;
            username: string;
            contact: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** ServerChanges */
        ServerChanges: {
            url?: string;
            username?: string;
            /** Format: secret */
            password?: string;
            /** Format: email */
            contact?: string;
        };
        /** TakenReadings */
        TakenReadings: {
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
                density: number;
            } | null;
        };
        /** User */
        User: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            full_name: string | null;
            email: string;
            locale: string;
            /** Format: date-time */
            created_at: string;
        };
        /** VolumePeriod */
        VolumePeriod: {
            /** Format: uuid */
            account_id: string;
            /** Format: date-time */
            date: string;
            pages: number;
            trees: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type Account = components['schemas']['Account'];
export type AccountChanges = components['schemas']['AccountChanges'];
export type AccountSettings = components['schemas']['AccountSettings'];
export type AccountSettingsChanges = components['schemas']['AccountSettingsChanges'];
export type BiomassCertificate = components['schemas']['BiomassCertificate'];
export type BiomassOffset = components['schemas']['BiomassOffset'];
export type CarbonOffset = components['schemas']['CarbonOffset'];
export type CarbonProject = components['schemas']['CarbonProject'];
export type CreatedFeed = components['schemas']['CreatedFeed'];
export type Deleted = components['schemas']['Deleted'];
export type Deposit = components['schemas']['Deposit'];
export type DepositBatch = components['schemas']['DepositBatch'];
export type ExpandedAccount = components['schemas']['ExpandedAccount'];
export type ExpandedInvoice = components['schemas']['ExpandedInvoice'];
export type ExpandedQuote = components['schemas']['ExpandedQuote'];
export type Feed = components['schemas']['Feed'];
export type FeedChanges = components['schemas']['FeedChanges'];
export type ForestryProject = components['schemas']['ForestryProject'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceLine = components['schemas']['InvoiceLine'];
export type Item = components['schemas']['Item'];
export type NewAccount = components['schemas']['NewAccount'];
export type NewBiomassOffset = components['schemas']['NewBiomassOffset'];
export type NewDeposit = components['schemas']['NewDeposit'];
export type NewDepositBatch = components['schemas']['NewDepositBatch'];
export type NewFeed = components['schemas']['NewFeed'];
export type NewItem = components['schemas']['NewItem'];
export type NewQuote = components['schemas']['NewQuote'];
export type NewReading = components['schemas']['NewReading'];
export type NewReadings = components['schemas']['NewReadings'];
export type NewServer = components['schemas']['NewServer'];
export type NewUser = components['schemas']['NewUser'];
export type Quote = components['schemas']['Quote'];
export type Server = components['schemas']['Server'];
export type ServerChanges = components['schemas']['ServerChanges'];
export type TakenReadings = components['schemas']['TakenReadings'];
export type User = components['schemas']['User'];
export type VolumePeriod = components['schemas']['VolumePeriod'];
