// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export interface components {
    schemas: {
        /** AddedPlantingPhoto */
        AddedPlantingPhoto: {
            photo: {
                /** Format: uuid */
                id: string;
                url: string;
                thumbnail_url: string;
                taken_on: string | null;
                caption: string | null;
            };
            created: boolean;
        };
        /** ApiKey */
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string | null;
            revision: string;
            /** KeyScope */
            scope: {
                /** @enum {string} */
                kind: "readings";
                /** Format: uuid */
                feed_id: string;
            } | null;
            mcp_write: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** AuditEntry */
        AuditEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                kind: "key" | "user" | "operator" | "job";
                id: string | null;
                name: string | null;
            };
            /** Format: uuid */
            account_id: string | null;
            account_name: string | null;
            action: string;
            /** Format: uuid */
            subject_id: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        /** BillingAddress */
        BillingAddress: {
            name?: string | null;
            /** Format: text */
            address?: string | null;
            tax_id?: string | null;
            reference?: string | null;
        };
        /** CarbonLot */
        CarbonLot: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            registry_name: string;
            serial: string;
            vintage_start: string;
            vintage_end: string;
            tonnes: number;
            used: number;
            left: number;
            /** @enum {string|null} */
            type: "removal" | "avoidance" | null;
            standard: string | null;
            registry: string | null;
            country: string | null;
            /** @enum {string} */
            ccp: "yes" | "no" | "unknown";
            /** @enum {string} */
            corresponding_adjustment: "yes" | "no" | "unknown";
            registry_url: string | null;
        };
        /** CarbonProject */
        CarbonProject: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Kind of carbon project. */
            type: string;
            /** @description The registry of its credits. */
            registry_name: string;
            /** @description Price of a tonne of CO2 equivalent. */
            price_per_tonne: number;
            /**
             * @description `active` while it can be chosen, then `complete`.
             * @enum {string}
             */
            status: "active" | "complete";
        };
        /** CarbonStock */
        CarbonStock: {
            /** Format: uuid */
            project_id: string;
            project_name: string;
            tonnes: number;
            used: number;
            left: number;
            waiting: number;
        };
        /** CollectedFeed */
        CollectedFeed: {
            devices: number;
            pages: number;
            /** Deposit */
            deposit: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The account it belongs to.
                 */
                account_id: string;
                /**
                 * Format: uuid
                 * @description The feed that created it, or `null`.
                 */
                feed_id: string | null;
                /**
                 * Format: date-time
                 * @description The time that it counts for.
                 */
                date: string;
                /** @description Sheets of this paper; negative for a correction. */
                pages: number;
                /** @description Metres. */
                width: number;
                /** @description Metres. */
                length: number;
                /** @description Paper weight in g/m². */
                gsm: number;
            } | null;
            resets: string[];
            /** @enum {string|null} */
            trouble: "agentSilent" | "badAnswer" | "certificate" | "login" | "noAnswer" | "noDevice" | "noReading" | "other" | "password" | "privateAddress" | "server" | "settings" | "silence" | "tooMany" | "unknownHost" | null;
            trouble_host: string | null;
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /** Format: uuid */
            id: string;
            name: string | null;
            revision: string;
            /** KeyScope */
            scope: {
                /** @enum {string} */
                kind: "readings";
                /** Format: uuid */
                feed_id: string;
            } | null;
            mcp_write: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            key: string;
        };
        /** CreditNote */
        CreditNote: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            invoice_id: string;
            invoice_number: string;
            currency: string;
            amount: number;
            tax: number | null;
            gross: number;
            reason: string;
            /** Format: date-time */
            created_at: string;
        };
        /** CreditNoteOfAccount */
        CreditNoteOfAccount: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            account_id: string;
            /** Format: uuid */
            invoice_id: string;
            invoice_number: string;
            currency: string;
            amount: number;
            tax: number | null;
            gross: number;
            reason: string;
            /** Format: date-time */
            created_at: string;
            account_name: string;
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
                customer: string | null;
                paper: {
                    pages: number;
                    width: number;
                    length: number;
                    gsm: number;
                    /** Format: date-time */
                    date: string | null;
                } | null;
                is_known: boolean;
                faults: {
                    error: string;
                    reason: {
                        /** @enum {string} */
                        code: "required" | "not-a-number" | "not-whole" | "out-of-range" | "too-small" | "too-large" | "not-positive" | "too-many-decimals" | "too-long" | "bad-characters" | "not-an-email" | "not-a-date" | "bad-type-name" | "bad-slug" | "bad-web-address" | "not-in-list" | "too-many-entries" | "date-out-of-range" | "bad-url" | "url-has-credentials" | "url-has-dots" | "bad-webhook-url" | "url-has-fragment" | "url-needs-https" | "url-is-private" | "external-id-invalid" | "name-is-id" | "not-found" | "name-taken" | "reference-taken" | "email-taken" | "email-twice" | "account-unknown" | "account-ambiguous" | "invitation-accepted" | "account-inactive" | "deposit-locked" | "offset-billed" | "invoice-not-paid" | "invoice-paid" | "paid-out-of-range" | "order-placed" | "quote-executed" | "server-in-use" | "operators-only" | "restricted" | "last-full-user" | "import-in-progress" | "not-to-itself" | "no-accounts-below" | "server-of-above" | "server-password-required" | "server-password-wrong" | "password-again" | "method-not-allowed" | "passkey-unknown" | "passkey-refused" | "passkey-expired" | "passkey-exists" | "passkey-cancelled" | "passkey-required" | "too-many-passkeys" | "last-passkey" | "amount-required" | "paper-too-little" | "paper-too-much" | "too-large-to-count" | "unbilled-limit" | "project-complete" | "project-twice" | "no-active-project" | "capacity-used-up" | "order-needs-project" | "percentages-all-or-none" | "percentages-sum" | "month-not-over" | "start-after-end" | "too-many-to-sort" | "too-many-accounts" | "too-many-certificates" | "too-many-deposits" | "root-only" | "live-only" | "sandbox-only" | "sandbox-advancing" | "sandbox-expired" | "sandbox-devices" | "sandbox-accounts" | "sandbox-device-count" | "too-many-sandboxes" | "sandboxes-per-hour" | "clock-backwards" | "clock-too-far" | "server-type" | "feed-is-read" | "feed-without-agents" | "too-many-agents" | "nothing-to-collect" | "collection-skipped" | "too-many-endpoints" | "replay-running" | "too-many-pending" | "picture-too-large" | "picture-format" | "picture-heic" | "picture-too-many-pixels" | "picture-broken" | "picture-animated" | "too-many-photos" | "body-too-large" | "file-empty" | "file-not-text" | "file-only-header" | "file-too-many-lines" | "file-tabs" | "file-not-commas" | "columns-missing" | "columns-unknown" | "columns-twice" | "lines-wrong" | "job-booked" | "job-twice" | "deposit-differs" | "sheets-and-weight" | "sheets-or-weight" | "paper-conflict" | "size-unknown" | "number-ambiguous" | "quote-not-closed" | "quote-inside" | "lines-not-read" | "line-too-long" | "field-count" | "not-json" | "not-an-array" | "json-too-complex" | "no-forestry-project" | "planting-twice" | "planting-moved" | "date-in-future" | "audit-before-planting" | "audit-twice" | "bad-polygon" | "no-carbon-project" | "vintage-order" | "serial-no-range" | "serial-many-ranges" | "serial-too-high" | "serial-twice" | "credits-imported" | "credits-shared-import" | "credits-same-line" | "credits-shared-line" | "bad-country" | "serial-unreadable" | "serial-ambiguous" | "credits-unknown" | "credits-not-in-lots" | "credits-not-allocated" | "credits-retired" | "credits-of-others" | "credits-on-line" | "retired-in-future" | "retired-before-vintage";
                        field: string | null;
                        params: {
                            [key: string]: string | number;
                        };
                    } | null;
                }[];
                values: {
                    [key: string]: string;
                };
            }[];
            good: number;
            bad: number;
            known: number;
            customers: number;
            pages: number;
            trees: number;
            headings: string[];
            columns: {
                customer?: string;
                job?: string;
                date?: string;
                sheets?: string;
                size?: string;
                width?: string;
                length?: string;
                gsm?: string;
                weight?: string;
                unit?: string;
            };
            delimiter: string;
            /** @enum {string} */
            decimal_mark: "." | ",";
        };
        /** DepositTotal */
        DepositTotal: {
            deposits: number;
            pages: number;
        };
        /** EndedSessions */
        EndedSessions: {
            ended: number;
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
            price_per_page: string;
            currency: string;
            /** PublicMethodology */
            methodology: {
                name: string;
                version: string | null;
                published_on: string | null;
                source: string | null;
                source_url: string | null;
                uncertainty: string | null;
            };
        };
        /** FeedDetails */
        FeedDetails: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Kind of integration. */
            type: string;
            /**
             * Format: uuid
             * @description The server it reads from.
             */
            server_id: string | null;
            /** @description Its id in the integration. */
            external_id: string | null;
            /**
             * @description Whether all devices count, or only managed ones.
             * @enum {string}
             */
            collection_scope: "all" | "managed_only";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was last activated.
             */
            activated_at: string;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
            /**
             * @description Whether its devices can be read, and readings arrive regularly.
             * @enum {string}
             */
            health_check: "healthy" | "unhealthy";
            /**
             * Format: date-time
             * @description When this was last checked.
             */
            health_check_checked_at: string;
            /**
             * Format: date-time
             * @description Since when this has been the case.
             */
            health_check_changed_at: string;
            /** @enum {string} */
            health: "healthy" | "unhealthy" | "waiting";
            /** @enum {string|null} */
            health_check_reason: "agentSilent" | "badAnswer" | "certificate" | "login" | "noAnswer" | "noDevice" | "noReading" | "other" | "password" | "privateAddress" | "server" | "settings" | "silence" | "tooMany" | "unknownHost" | null;
            health_check_host: string | null;
            /** Format: date-time */
            last_read_at: string | null;
            server_url: string | null;
        };
        /** FeedDevice */
        FeedDevice: {
            device: string;
            name: string | null;
            model: string | null;
            serial: string | null;
            agent: string | null;
            /** Format: date-time */
            read_at: string | null;
            total: number | null;
            /** @enum {string|null} */
            unit: "sheets" | "impressions" | null;
            pages: number;
            /** @enum {string|null} */
            trouble: "agentSilent" | "badAnswer" | "certificate" | "login" | "noAnswer" | "noDevice" | "noReading" | "other" | "password" | "privateAddress" | "server" | "settings" | "silence" | "tooMany" | "unknownHost" | null;
            trouble_text: string | null;
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
            note: "baseline" | "dip" | "reset" | "late" | "unmanaged" | "sheets_count" | "elsewhere" | "incomplete" | "wrap" | null;
        };
        /** FeedType */
        FeedType: {
            /** @enum {string} */
            type: "papercut" | "print_tracker" | "ndd_print" | "printerpoint" | "snmp" | "ipp" | "simulated";
            needs_server: boolean;
            needs_external_id: boolean;
            names_hosts: boolean;
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
        /** Fulfilment */
        Fulfilment: {
            fulfilled: number;
            waiting: number;
        };
        /** ImportedCredits */
        ImportedCredits: {
            lots: number;
            tonnes: number;
        };
        /** ImportedDeposits */
        ImportedDeposits: {
            created: number;
            unchanged: number;
            customers_created: number;
            skipped: number;
            pages: number;
            trees: number;
        };
        /** ImportedPlantings */
        ImportedPlantings: {
            created: number;
            updated: number;
        };
        /** ImportedUsers */
        ImportedUsers: {
            created: number;
            accounts: number;
            waiting: number;
        };
        /** InvoiceDocument */
        InvoiceDocument: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its number, which never changes. */
            number: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description The name of the account. */
            account_name: string;
            /** @description The month that it is for, `YYYY-MM`. */
            month: string;
            /** @description The currency of its amounts. */
            currency: string;
            /** @description The total, to 2 decimals. */
            total: number;
            /** @description The exact sum of its lines, as a string so that no digit is lost. */
            total_exact: string;
            /** @description How many lines it has. */
            line_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            tax: number | null;
            gross: number;
            credited: number;
            paid: number | null;
            remaining: number;
            to_refund: number;
            due_on: string | null;
            paid_on: string | null;
            tax_name: string | null;
            tax_rate: number | null;
            seller: {
                name: string;
                address: string[];
                tax_id: string | null;
                payment: string[];
            } | null;
            buyer: {
                name: string;
                address: string[];
                tax_id: string | null;
                reference: string | null;
            } | null;
            lines: {
                /**
                 * @description Whether it is for trees or tonnes.
                 * @enum {string}
                 */
                kind: "biomass" | "carbon";
                /**
                 * Format: uuid
                 * @description The offset.
                 */
                offset_id: string;
                /**
                 * Format: uuid
                 * @description The forestry or carbon project.
                 */
                project_id: string;
                /** @description Name of the project. */
                project_name: string;
                /**
                 * Format: date-time
                 * @description The date of the offset.
                 */
                date: string;
                /** @description Standard pages; `null` for carbon. */
                pages: number | null;
                /** @description Trees, to 6 decimals; `null` for carbon. */
                trees: number | null;
                /** @description Tonnes of CO2 equivalent, to 6 decimals; `null` for trees. */
                mtco2e: number | null;
                /** @description The exact price, as a string so that no digit is lost. */
                price: string;
                /** @description The price to 2 decimals. The amounts of an invoice add up to its total. */
                amount: number;
            }[];
        };
        /** InvoiceLine */
        InvoiceLine: {
            /**
             * @description Whether it is for trees or tonnes.
             * @enum {string}
             */
            kind: "biomass" | "carbon";
            /**
             * Format: uuid
             * @description The offset.
             */
            offset_id: string;
            /**
             * Format: uuid
             * @description The forestry or carbon project.
             */
            project_id: string;
            /** @description Name of the project. */
            project_name: string;
            /**
             * Format: date-time
             * @description The date of the offset.
             */
            date: string;
            /** @description Standard pages; `null` for carbon. */
            pages: number | null;
            /** @description Trees, to 6 decimals; `null` for carbon. */
            trees: number | null;
            /** @description Tonnes of CO2 equivalent, to 6 decimals; `null` for trees. */
            mtco2e: number | null;
            /** @description The exact price, as a string so that no digit is lost. */
            price: string;
            /** @description The price to 2 decimals. The amounts of an invoice add up to its total. */
            amount: number;
        };
        /** Invitation */
        Invitation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            display_name: string;
            /** @enum {string} */
            role: "distributor" | "channel" | "customer";
            /** Format: date-time */
            created_at: string;
        };
        /** Job */
        Job: {
            id: number;
            task: string;
            about: string | null;
            /** @enum {string} */
            state: "waiting" | "running" | "failed";
            /** Format: date-time */
            run_at: string;
            attempts: number;
            max_attempts: number;
            last_error: string | null;
        };
        /** Jobs */
        Jobs: {
            total: number;
            jobs: {
                id: number;
                task: string;
                about: string | null;
                /** @enum {string} */
                state: "waiting" | "running" | "failed";
                /** Format: date-time */
                run_at: string;
                attempts: number;
                max_attempts: number;
                last_error: string | null;
            }[];
        };
        /** OperatorForestryProject */
        OperatorForestryProject: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "complete";
            forest_latitude: number;
            forest_longitude: number;
            content_logo: string;
            content_masthead: string;
            content_introduction: string;
            content_body_html: string;
            content_images: string[];
            website: string;
            place: string;
            capacity_trees: number | null;
            planted_trees: number;
            picture_url: string | null;
        };
        /** ListedAccount */
        ListedAccount: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Unique among the accounts of the same parent. */
            name: string;
            /** @description The name shown on pages, mails and certificates. */
            display_name: string;
            /** @description Your own id for it. */
            external_id: string | null;
            /**
             * @description What the account may do.
             * @enum {string}
             */
            role: "distributor" | "channel" | "customer";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The parent account; `null` for a root account.
             */
            parent_id: string | null;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was last activated.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
            pages: number;
            trees: number;
            /** Format: date-time */
            active_at: string | null;
            feeds: number;
            unhealthy_feeds: number;
        };
        /** ListedCertificate */
        ListedCertificate: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: date-time
             * @description The time that it counts for.
             */
            date: string;
            /** @description Standard pages. */
            pages: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /**
             * Format: uuid
             * @description Where the trees are planted.
             */
            project_id: string;
            /**
             * ForestryProject
             * @description The forestry project.
             */
            project: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description Its name. */
                name: string;
                /** @description `active` while more trees can be planted, then `complete`. */
                status: string;
                /** @description Degrees north. */
                forest_latitude: number;
                /** @description Degrees east. */
                forest_longitude: number;
                /** @description Address of an image. */
                content_logo: string;
                /** @description Address of an image. */
                content_masthead: string;
                /** @description About it, as HTML. */
                content_body_html: string;
                /** @description Addresses of images. */
                content_images: string[];
            };
            /** @description Address of its public page. */
            url: string;
            /** @description Address of its PDF. */
            pdf_url: string;
            account_name: string;
            /** Format: uuid */
            order_id: string | null;
            /** Format: uuid */
            quote_id: string | null;
            settled_month: string | null;
            reference: string | null;
        };
        /** ListedDeposit */
        ListedDeposit: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description The feed that created it, or `null`.
             */
            feed_id: string | null;
            /**
             * Format: date-time
             * @description The time that it counts for.
             */
            date: string;
            /** @description Sheets of this paper; negative for a correction. */
            pages: number;
            /** @description Metres. */
            width: number;
            /** @description Metres. */
            length: number;
            /** @description Paper weight in g/m². */
            gsm: number;
            account_name: string;
            is_locked: boolean;
        };
        /** ListedInvoice */
        ListedInvoice: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its number, which never changes. */
            number: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description The name of the account. */
            account_name: string;
            /** @description The month that it is for, `YYYY-MM`. */
            month: string;
            /** @description The currency of its amounts. */
            currency: string;
            /** @description The total, to 2 decimals. */
            total: number;
            /** @description The exact sum of its lines, as a string so that no digit is lost. */
            total_exact: string;
            /** @description How many lines it has. */
            line_count: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            tax: number | null;
            gross: number;
            credited: number;
            paid: number | null;
            remaining: number;
            to_refund: number;
            due_on: string | null;
            paid_on: string | null;
        };
        /** ListedMail */
        ListedMail: {
            /** Format: uuid */
            id: string;
            to: string;
            subject: string;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            /** Format: date-time */
            created_at: string;
        };
        /** ListedOffset */
        ListedOffset: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description The order it comes from, or `null`.
             */
            order_id: string | null;
            /**
             * Format: uuid
             * @description The quote it executed, or `null`.
             */
            quote_id: string | null;
            /**
             * Format: uuid
             * @description Where the trees are planted.
             */
            project_id: string;
            /**
             * Format: uuid
             * @description Its receipt.
             */
            certificate_id: string;
            /**
             * Format: date-time
             * @description The time that it counts for.
             */
            date: string;
            /** @description Standard pages. */
            pages: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
            account_name: string;
            is_locked: boolean;
            settled_month: string | null;
            reference: string | null;
        };
        /** ListedOrder */
        ListedOrder: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description Its forestry projects. */
            biomass_project_ids: string[];
            /** @description Its carbon projects; may be empty. */
            carbon_project_ids: string[];
            /**
             * @description A `draft` until it is placed.
             * @enum {string}
             */
            status: "draft" | "placed";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Its mass in standard pages. */
            standard_sheets: number;
            /** @description Grams of paper. */
            paper_mass_g: number;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /** @description Tonnes of CO2 equivalent, to 6 decimals. */
            mtco2e: number;
            /** @description Price of the trees. */
            biomass_price: number;
            /** @description Price of the tonnes. */
            carbon_price: number;
            /** @description What it costs, to 2 decimals. */
            price: number;
            /** @description Its biomass offsets; empty until there are any. */
            biomass_offset_ids: string[];
            /** @description Its carbon offsets; empty until it is placed. */
            carbon_offset_ids: string[];
            /** @description Your own id for it. */
            external_id: string | null;
            account_name: string;
        };
        /** ListedPublicPage */
        ListedPublicPage: {
            /** @description The end of its address, `/impact/SLUG`: unique, 3 to 64 of a-z, 0-9 and `-`. Null: none was chosen yet. */
            slug: string | null;
            /** @description Whether the page is public. While it is off, its address is that of no page. */
            enabled: boolean;
            /** @description Whether its figures include the accounts below. */
            include_descendants: boolean;
            url: string | null;
            widget_url: string;
        };
        /** ListedQuote */
        ListedQuote: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /**
             * Format: uuid
             * @description Where the trees are planted.
             */
            project_id: string;
            /** @description The quote’s project, as a list. */
            project_ids: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description Trees, to 6 decimals. */
            trees: number;
            /** @description Its mass in standard pages. */
            standard_pages: number;
            /** @description Grams. */
            mass: number;
            /** @description What it costs, to 2 decimals. */
            price: number;
            /** @description Your own id for it. */
            external_id: string | null;
            /**
             * Format: uuid
             * @description The offset that executed it, or `null`.
             */
            biomass_offset_id: string | null;
            /** @description Its biomass offsets; empty until there are any. */
            biomass_offset_ids: string[];
            account_name: string;
        };
        /** ListedSandbox */
        ListedSandbox: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            deletes_at: string;
            /** Format: date-time */
            now: string;
            /** Format: date-time */
            advancing_to: string | null;
            is_expired: boolean;
        };
        /** ListedSandboxes */
        ListedSandboxes: {
            sandboxes: {
                /** Format: uuid */
                id: string;
                name: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at: string;
                /** Format: date-time */
                deletes_at: string;
                /** Format: date-time */
                now: string;
                /** Format: date-time */
                advancing_to: string | null;
                is_expired: boolean;
            }[];
            max: number;
        };
        /** ListedSession */
        ListedSession: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            user_agent: string | null;
            is_current: boolean;
        };
        /** ListedUser */
        ListedUser: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The account it belongs to.
             */
            account_id: string;
            /** @description The person’s name. */
            full_name: string | null;
            /** @description Unique within the account, ignoring case. */
            email: string;
            /** @description The language of mails and pages for this user. */
            locale: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @enum {string} */
            permission: "full" | "restricted";
            /** Format: date-time */
            accepted_at: string | null;
            /** Format: date-time */
            invited_at: string;
            /** Format: date-time */
            invitation_expires_at: string | null;
        };
        /** MailWithBody */
        MailWithBody: {
            /** Format: uuid */
            id: string;
            to: string;
            subject: string;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            /** Format: date-time */
            created_at: string;
            html: string;
            attachments: {
                name: string;
                type: string;
                path: string;
            }[];
        };
        /** Methodology */
        Methodology: {
            /** Format: uuid */
            id: string;
            name: string;
            width: number;
            length: number;
            gsm: number;
            pages_per_tree: number;
            emission_factor: number;
            price_per_page: number;
            source: string | null;
            source_url: string | null;
            version: string | null;
            published_on: string | null;
            uncertainty: string | null;
            current: boolean;
            /** Format: date-time */
            created_at: string;
        };
        /** MonthEnd */
        MonthEnd: {
            month: string;
            /** @enum {string} */
            state: "open" | "closing" | "stopped" | "closed";
            accounts: number;
            accounts_done: number;
            accounts_set_aside: number;
            deposits: number;
            pages: number;
            trees: number;
            failures: {
                /** Format: uuid */
                account_id: string;
                account_name: string;
                failure: string;
            }[];
            /** Format: date-time */
            began_at: string | null;
            /** Format: date-time */
            closed_at: string | null;
            is_billing: boolean;
            /** Format: date-time */
            billed_at: string | null;
            bills: {
                currency: string;
                net: number;
                tax: number | null;
                gross: number;
                credited: number;
                invoices: number;
            }[];
        };
        /** NewApiKey */
        NewApiKey: {
            name?: string | null;
            revision?: string | null;
            scope?: {
                /** @enum {string} */
                kind: "readings";
                /** Format: uuid */
                feed_id: string;
            } | null;
            mcp_write?: boolean;
        };
        /** ApiKeyChanges */
        ApiKeyChanges: {
            mcp_write?: boolean;
        };
        /** NewCarbonProject */
        NewCarbonProject: {
            name: string;
            type: string;
            registry_name: string;
            price_per_tonne: number;
            /** @enum {string|null} */
            status?: "active" | "complete" | null;
        };
        /** NewForestryProject */
        NewForestryProject: {
            name: string;
            forest_latitude: number;
            forest_longitude: number;
            /** @enum {string|null} */
            status?: "active" | "complete" | null;
            /** Format: text */
            content_logo?: string | null;
            /** Format: text */
            content_masthead?: string | null;
            /** Format: text */
            content_introduction?: string | null;
            /** Format: text */
            content_body_html?: string | null;
            content_images?: string[] | null;
            /** Format: web-address */
            website?: string | null;
            place?: string | null;
            capacity_trees?: number | null;
        };
        /** NewMethodology */
        NewMethodology: {
            name: string;
            width?: number | null;
            length?: number | null;
            gsm?: number | null;
            pages_per_tree?: number | null;
            emission_factor?: number | null;
            price_per_page?: number | null;
            source?: string | null;
            /** Format: web-address */
            source_url?: string | null;
            version?: string | null;
            /** Format: day */
            published_on?: string | null;
            uncertainty?: string | null;
        };
        /** PublicMethodology */
        PublicMethodology: {
            name: string;
            version: string | null;
            published_on: string | null;
            source: string | null;
            source_url: string | null;
            uncertainty: string | null;
        };
        /** NewRootAccount */
        NewRootAccount: {
            /** @description Unique among the accounts of the same parent. */
            name: string;
            /** @description The name shown to people. Default: the name. */
            display_name?: string | null;
            /** @description Your own id for it, unique among the accounts of the same parent. */
            external_id?: string | null;
            /** @enum {string} */
            role: "distributor" | "channel";
            /** NewUser */
            user?: {
                /**
                 * Format: email
                 * @description Unique within the account, ignoring case.
                 */
                email: string;
                /** @description The person’s name. */
                full_name?: string | null;
                /**
                 * @description The language of mails and pages for this user. Default: `en`.
                 * @default en
                 * @enum {string|null}
                 */
                locale?: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW" | null;
                /**
                 * @description What the user may do in the dashboard: `full` for everything, `restricted` for reading only. Default: `full`.
                 * @default full
                 * @enum {string|null}
                 */
                permission?: "full" | "restricted" | null;
            };
        };
        /** NewSandbox */
        NewSandbox: {
            /** @description Of its root account. Default: `Sandbox`. */
            name?: string | null;
        };
        /** CreatedQuoteLink */
        CreatedQuoteLink: {
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            accepted_at: string | null;
            recipient: string | null;
            url: string;
        };
        /** NewQuoteLink */
        NewQuoteLink: {
            recipient?: string | null;
        };
        /** CreatedRootAccount */
        CreatedRootAccount: {
            /** Account */
            account: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description Unique among the accounts of the same parent. */
                name: string;
                /** @description The name shown on pages, mails and certificates. */
                display_name: string;
                /** @description Your own id for it. */
                external_id: string | null;
                /**
                 * @description What the account may do.
                 * @enum {string}
                 */
                role: "distributor" | "channel" | "customer";
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                created_at: string;
                /**
                 * Format: uuid
                 * @description The parent account; `null` for a root account.
                 */
                parent_id: string | null;
                /**
                 * @description Its state.
                 * @enum {string}
                 */
                status: "active" | "inactive";
                /**
                 * Format: date-time
                 * @description When it was last activated.
                 */
                activated_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was last deactivated; `null` if never.
                 */
                deactivated_at: string | null;
            };
            key: string;
            invited: string | null;
        };
        /** CreatedSandbox */
        CreatedSandbox: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Its root account, which exists only in the sandbox.
             */
            account_id: string;
            /** @description A key of its root account. Shown this once. */
            key: string;
            /**
             * Format: date-time
             * @description The time of its clock.
             */
            now: string;
            /**
             * Format: date-time
             * @description When it closes, in real time.
             */
            expires_at: string;
        };
        /** OperatorPlanting */
        OperatorPlanting: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            project_id: string;
            project_name: string;
            reference: string;
            planted_on: string;
            trees: number;
            surviving_trees: number;
            covered_trees: number;
            partner: string;
            species: string[];
            source_url: string | null;
            photos: {
                /** Format: uuid */
                id: string;
                url: string;
                thumbnail_url: string;
                taken_on: string | null;
                caption: string | null;
            }[];
        };
        /** OrderedPaper */
        OrderedPaper: {
            /** @description Forestry projects and their shares. Default: your favorites, or a random project. An empty list means no trees. */
            biomass_project_settings?: {
                /**
                 * Format: uuid
                 * @description An active project; each at most once.
                 */
                project_id: string;
                /** @description Its share in percent. Set it for all projects, adding up to 100, or for none, for equal shares. */
                percentage?: number | null;
            }[] | null;
            /** @description Carbon projects and their shares. Default: those in your account’s settings. An empty list means no carbon. */
            carbon_project_settings?: {
                /**
                 * Format: uuid
                 * @description An active project; each at most once.
                 */
                project_id: string;
                /** @description Its share in percent. Set it for all projects, adding up to 100, or for none, for equal shares. */
                percentage?: number | null;
            }[] | null;
            /** @description The paper, line by line. */
            items: {
                /** @description Sheets. Either this or `mass` is required. */
                quantity?: number | null;
                /**
                 * @description Metres. Default: 0.2159.
                 * @default 0.2159
                 */
                width?: number | null;
                /**
                 * @description Metres. Default: 0.2794.
                 * @default 0.2794
                 */
                length?: number | null;
                /**
                 * @description Paper weight in g/m². Default: 75.
                 * @default 75
                 */
                gsm?: number | null;
                /** @description Mass in grams, instead of the other fields. */
                mass?: number | null;
            }[];
        };
        /** Passkey */
        Passkey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        /** PasskeyChanges */
        PasskeyChanges: {
            name: string;
        };
        /** Overview */
        Overview: {
            start: string;
            end: string;
            ever: {
                own: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                below: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                together: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
            };
            to_date: {
                month: {
                    own: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                    below: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                    together: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                };
                quarter: {
                    own: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                    below: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                    together: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                };
                year: {
                    own: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                    below: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                    together: {
                        pages: number;
                        trees: number;
                        mtco2e: number;
                        paper_mtco2e: number;
                    };
                };
            };
            range: {
                own: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                below: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                together: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
            };
            year_before: {
                own: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                below: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                together: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
            };
            months: {
                month: string;
                own: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                below: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                together: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
            }[];
            months_before: {
                month: string;
                own: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                below: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
                together: {
                    pages: number;
                    trees: number;
                    mtco2e: number;
                    paper_mtco2e: number;
                };
            }[];
            /** PublicMethodology */
            methodology: {
                name: string;
                version: string | null;
                published_on: string | null;
                source: string | null;
                source_url: string | null;
                uncertainty: string | null;
            };
            has_earlier_methodologies: boolean;
        };
        /** PendingRetirements */
        PendingRetirements: {
            credits: number;
            rows: {
                serial: string;
                tonnes: number;
                allocated_tonnes: number;
                beneficiary: string;
                reason: string;
                project: string;
                registry: string;
                /** @enum {string} */
                status: "allocated" | "retired";
                retired_on: string | null;
                registry_url: string | null;
            }[];
            has_more: boolean;
        };
        /** PlantedProjects */
        PlantedProjects: {
            projects: {
                /** Format: uuid */
                id: string;
                trees: number;
                planted: number;
                pending: number;
            }[];
        };
        /** PlantingPreview */
        PlantingPreview: {
            lines: {
                line: number;
                planting: {
                    reference: string;
                    project: string;
                    planted_on: string;
                    trees: number;
                    is_new: boolean;
                } | null;
                faults: {
                    error: string;
                    reason: {
                        /** @enum {string} */
                        code: "required" | "not-a-number" | "not-whole" | "out-of-range" | "too-small" | "too-large" | "not-positive" | "too-many-decimals" | "too-long" | "bad-characters" | "not-an-email" | "not-a-date" | "bad-type-name" | "bad-slug" | "bad-web-address" | "not-in-list" | "too-many-entries" | "date-out-of-range" | "bad-url" | "url-has-credentials" | "url-has-dots" | "bad-webhook-url" | "url-has-fragment" | "url-needs-https" | "url-is-private" | "external-id-invalid" | "name-is-id" | "not-found" | "name-taken" | "reference-taken" | "email-taken" | "email-twice" | "account-unknown" | "account-ambiguous" | "invitation-accepted" | "account-inactive" | "deposit-locked" | "offset-billed" | "invoice-not-paid" | "invoice-paid" | "paid-out-of-range" | "order-placed" | "quote-executed" | "server-in-use" | "operators-only" | "restricted" | "last-full-user" | "import-in-progress" | "not-to-itself" | "no-accounts-below" | "server-of-above" | "server-password-required" | "server-password-wrong" | "password-again" | "method-not-allowed" | "passkey-unknown" | "passkey-refused" | "passkey-expired" | "passkey-exists" | "passkey-cancelled" | "passkey-required" | "too-many-passkeys" | "last-passkey" | "amount-required" | "paper-too-little" | "paper-too-much" | "too-large-to-count" | "unbilled-limit" | "project-complete" | "project-twice" | "no-active-project" | "capacity-used-up" | "order-needs-project" | "percentages-all-or-none" | "percentages-sum" | "month-not-over" | "start-after-end" | "too-many-to-sort" | "too-many-accounts" | "too-many-certificates" | "too-many-deposits" | "root-only" | "live-only" | "sandbox-only" | "sandbox-advancing" | "sandbox-expired" | "sandbox-devices" | "sandbox-accounts" | "sandbox-device-count" | "too-many-sandboxes" | "sandboxes-per-hour" | "clock-backwards" | "clock-too-far" | "server-type" | "feed-is-read" | "feed-without-agents" | "too-many-agents" | "nothing-to-collect" | "collection-skipped" | "too-many-endpoints" | "replay-running" | "too-many-pending" | "picture-too-large" | "picture-format" | "picture-heic" | "picture-too-many-pixels" | "picture-broken" | "picture-animated" | "too-many-photos" | "body-too-large" | "file-empty" | "file-not-text" | "file-only-header" | "file-too-many-lines" | "file-tabs" | "file-not-commas" | "columns-missing" | "columns-unknown" | "columns-twice" | "lines-wrong" | "job-booked" | "job-twice" | "deposit-differs" | "sheets-and-weight" | "sheets-or-weight" | "paper-conflict" | "size-unknown" | "number-ambiguous" | "quote-not-closed" | "quote-inside" | "lines-not-read" | "line-too-long" | "field-count" | "not-json" | "not-an-array" | "json-too-complex" | "no-forestry-project" | "planting-twice" | "planting-moved" | "date-in-future" | "audit-before-planting" | "audit-twice" | "bad-polygon" | "no-carbon-project" | "vintage-order" | "serial-no-range" | "serial-many-ranges" | "serial-too-high" | "serial-twice" | "credits-imported" | "credits-shared-import" | "credits-same-line" | "credits-shared-line" | "bad-country" | "serial-unreadable" | "serial-ambiguous" | "credits-unknown" | "credits-not-in-lots" | "credits-not-allocated" | "credits-retired" | "credits-of-others" | "credits-on-line" | "retired-in-future" | "retired-before-vintage";
                        field: string | null;
                        params: {
                            [key: string]: string | number;
                        };
                    } | null;
                }[];
            }[];
            good: number;
            bad: number;
            created: number;
            updated: number;
        };
        /** RankedAccount */
        RankedAccount: {
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
            pages: number;
            trees: number;
            /** Format: date-time */
            active_at: string | null;
            feeds: number;
            unhealthy_feeds: number;
        };
        /** OperatorAccount */
        OperatorAccount: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Unique among the accounts of the same parent. */
            name: string;
            /** @description The name shown on pages, mails and certificates. */
            display_name: string;
            /** @description Your own id for it. */
            external_id: string | null;
            /**
             * @description What the account may do.
             * @enum {string}
             */
            role: "distributor" | "channel" | "customer";
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description The parent account; `null` for a root account.
             */
            parent_id: string | null;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When it was last activated.
             */
            activated_at: string | null;
            /**
             * Format: date-time
             * @description When it was last deactivated; `null` if never.
             */
            deactivated_at: string | null;
            rate: number | null;
        };
        /** OperatorSandbox */
        OperatorSandbox: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            deletes_at: string;
            is_expired: boolean;
            owner: {
                /** Format: uuid */
                id: string;
                name: string | null;
            } | null;
        };
        /** OperatorSandboxes */
        OperatorSandboxes: {
            sandboxes: {
                /** Format: uuid */
                id: string;
                name: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at: string;
                /** Format: date-time */
                deletes_at: string;
                is_expired: boolean;
                owner: {
                    /** Format: uuid */
                    id: string;
                    name: string | null;
                } | null;
            }[];
        };
        /** QuoteLinks */
        QuoteLinks: {
            links: {
                /** Format: date-time */
                expires_at: string;
                /** Format: date-time */
                accepted_at: string | null;
                recipient: string | null;
            }[];
        };
        /** RecordedRetirements */
        RecordedRetirements: {
            retired: number;
            tonnes: number;
        };
        /** RetirementRow */
        RetirementRow: {
            serial: string;
            tonnes: number;
            allocated_tonnes: number;
            beneficiary: string;
            reason: string;
            project: string;
            registry: string;
            /** @enum {string} */
            status: "allocated" | "retired";
            retired_on: string | null;
            registry_url: string | null;
        };
        /** SearchHit */
        SearchHit: {
            /** @enum {string} */
            kind: "account" | "certificate" | "order" | "quote" | "invoice" | "feed";
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            account_id: string;
            account_name: string | null;
            title: string | null;
            detail: string | null;
            /** Format: date-time */
            date: string | null;
        };
        /** PaidInvoice */
        PaidInvoice: {
            /** Format: day */
            paid_on?: string | null;
        };
        /** Sale */
        Sale: {
            /** Format: uuid */
            id: string;
            number: string;
            /** Format: uuid */
            account_id: string;
            account_name: string;
            external_id: string | null;
            month: string;
            currency: string;
            net: number;
            tax: number | null;
            gross: number;
            credited: number;
            /** Format: date-time */
            created_at: string;
        };
        /** SalesSum */
        SalesSum: {
            currency: string;
            net: number;
            tax: number | null;
            gross: number;
            credited: number;
            invoices: number;
        };
        /** SalesSums */
        SalesSums: {
            sums: {
                currency: string;
                net: number;
                tax: number | null;
                gross: number;
                credited: number;
                invoices: number;
            }[];
        };
        /** SandboxState */
        SandboxState: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: date-time
             * @description The time of its clock.
             */
            now: string;
            /**
             * @description `advancing` while its clock moves. Nothing can be changed meanwhile.
             * @enum {string}
             */
            status: "ready" | "advancing";
            /**
             * Format: date-time
             * @description The time that its clock moves to.
             */
            advancing_to: string | null;
            /**
             * Format: date-time
             * @description When it closes, in real time.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it is deleted with everything in it, in real time.
             */
            deletes_at: string;
        };
        /** Session */
        Session: {
            user: {
                /** Format: uuid */
                id: string;
                email: string;
                full_name: string | null;
                locale: string;
                /** @enum {string} */
                permission: "full" | "restricted";
                muted_mails: ("month-end" | "invoices" | "feeds" | "quotes" | "webhooks" | "set-aside")[];
                is_operator: boolean;
            };
            /** ExpandedAccount */
            account: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /** @description Unique among the accounts of the same parent. */
                name: string;
                /** @description The name shown on pages, mails and certificates. */
                display_name: string;
                /** @description Your own id for it. */
                external_id: string | null;
                /**
                 * @description What the account may do.
                 * @enum {string}
                 */
                role: "distributor" | "channel" | "customer";
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                created_at: string;
                /**
                 * Format: uuid
                 * @description The parent account; `null` for a root account.
                 */
                parent_id: string | null;
                /**
                 * @description Its state.
                 * @enum {string}
                 */
                status: "active" | "inactive";
                /**
                 * Format: date-time
                 * @description When it was last activated.
                 */
                activated_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was last deactivated; `null` if never.
                 */
                deactivated_at: string | null;
                /** @description Accounts directly below. */
                accounts_count: number;
                /** @description Users of the account. */
                users_count: number;
                /** @description Pages reforested this month. */
                mtd_pages: number;
                /** @description Pages reforested this quarter. */
                qtd_pages: number;
                /** @description Pages reforested this year. */
                ytd_pages: number;
                /** @description Pages reforested in total. */
                ltd_pages: number;
                /** @description Trees reforested this month. */
                mtd_trees: number;
                /** @description Trees reforested this quarter. */
                qtd_trees: number;
                /** @description Trees reforested this year. */
                ytd_trees: number;
                /** @description Trees reforested in total. */
                ltd_trees: number;
            };
            currency: string;
            accounts: {
                /** Format: uuid */
                account_id: string;
                display_name: string;
                /** @enum {string} */
                role: "distributor" | "channel" | "customer";
            }[];
            invitations: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                account_id: string;
                display_name: string;
                /** @enum {string} */
                role: "distributor" | "channel" | "customer";
                /** Format: date-time */
                created_at: string;
            }[];
            session: {
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at: string;
                awaits_passkey: boolean;
            };
            /** SandboxState */
            sandbox: {
                /**
                 * Format: uuid
                 * @description Its id.
                 */
                id: string;
                /**
                 * Format: date-time
                 * @description The time of its clock.
                 */
                now: string;
                /**
                 * @description `advancing` while its clock moves. Nothing can be changed meanwhile.
                 * @enum {string}
                 */
                status: "ready" | "advancing";
                /**
                 * Format: date-time
                 * @description The time that its clock moves to.
                 */
                advancing_to: string | null;
                /**
                 * Format: date-time
                 * @description When it closes, in real time.
                 */
                expires_at: string;
                /**
                 * Format: date-time
                 * @description When it is deleted with everything in it, in real time.
                 */
                deletes_at: string;
            } | null;
        };
        /** SessionChanges */
        SessionChanges: {
            /** Format: uuid */
            account_id?: string;
            /** @enum {string} */
            locale?: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW";
            muted_mails?: ("month-end" | "invoices" | "feeds" | "quotes" | "webhooks" | "set-aside")[];
        };
        /** SignInMethods */
        SignInMethods: {
            link: boolean;
            passkey_host: string | null;
            oidc: {
                url: string;
                label: string;
            } | null;
        };
        /** SignInRequest */
        SignInRequest: {
            /** Format: email */
            email: string;
            /** Format: screen */
            next?: string;
        };
        /** UserPreview */
        UserPreview: {
            lines: {
                line: number;
                user: {
                    email: string;
                    full_name: string | null;
                    /** @enum {string} */
                    locale: "en" | "de" | "es" | "fr" | "id" | "it" | "ja" | "ko" | "ms" | "pt" | "th" | "zh-CN" | "zh-TW";
                    /** @enum {string} */
                    permission: "full" | "restricted";
                    account: string | null;
                } | null;
                faults: {
                    error: string;
                    reason: {
                        /** @enum {string} */
                        code: "required" | "not-a-number" | "not-whole" | "out-of-range" | "too-small" | "too-large" | "not-positive" | "too-many-decimals" | "too-long" | "bad-characters" | "not-an-email" | "not-a-date" | "bad-type-name" | "bad-slug" | "bad-web-address" | "not-in-list" | "too-many-entries" | "date-out-of-range" | "bad-url" | "url-has-credentials" | "url-has-dots" | "bad-webhook-url" | "url-has-fragment" | "url-needs-https" | "url-is-private" | "external-id-invalid" | "name-is-id" | "not-found" | "name-taken" | "reference-taken" | "email-taken" | "email-twice" | "account-unknown" | "account-ambiguous" | "invitation-accepted" | "account-inactive" | "deposit-locked" | "offset-billed" | "invoice-not-paid" | "invoice-paid" | "paid-out-of-range" | "order-placed" | "quote-executed" | "server-in-use" | "operators-only" | "restricted" | "last-full-user" | "import-in-progress" | "not-to-itself" | "no-accounts-below" | "server-of-above" | "server-password-required" | "server-password-wrong" | "password-again" | "method-not-allowed" | "passkey-unknown" | "passkey-refused" | "passkey-expired" | "passkey-exists" | "passkey-cancelled" | "passkey-required" | "too-many-passkeys" | "last-passkey" | "amount-required" | "paper-too-little" | "paper-too-much" | "too-large-to-count" | "unbilled-limit" | "project-complete" | "project-twice" | "no-active-project" | "capacity-used-up" | "order-needs-project" | "percentages-all-or-none" | "percentages-sum" | "month-not-over" | "start-after-end" | "too-many-to-sort" | "too-many-accounts" | "too-many-certificates" | "too-many-deposits" | "root-only" | "live-only" | "sandbox-only" | "sandbox-advancing" | "sandbox-expired" | "sandbox-devices" | "sandbox-accounts" | "sandbox-device-count" | "too-many-sandboxes" | "sandboxes-per-hour" | "clock-backwards" | "clock-too-far" | "server-type" | "feed-is-read" | "feed-without-agents" | "too-many-agents" | "nothing-to-collect" | "collection-skipped" | "too-many-endpoints" | "replay-running" | "too-many-pending" | "picture-too-large" | "picture-format" | "picture-heic" | "picture-too-many-pixels" | "picture-broken" | "picture-animated" | "too-many-photos" | "body-too-large" | "file-empty" | "file-not-text" | "file-only-header" | "file-too-many-lines" | "file-tabs" | "file-not-commas" | "columns-missing" | "columns-unknown" | "columns-twice" | "lines-wrong" | "job-booked" | "job-twice" | "deposit-differs" | "sheets-and-weight" | "sheets-or-weight" | "paper-conflict" | "size-unknown" | "number-ambiguous" | "quote-not-closed" | "quote-inside" | "lines-not-read" | "line-too-long" | "field-count" | "not-json" | "not-an-array" | "json-too-complex" | "no-forestry-project" | "planting-twice" | "planting-moved" | "date-in-future" | "audit-before-planting" | "audit-twice" | "bad-polygon" | "no-carbon-project" | "vintage-order" | "serial-no-range" | "serial-many-ranges" | "serial-too-high" | "serial-twice" | "credits-imported" | "credits-shared-import" | "credits-same-line" | "credits-shared-line" | "bad-country" | "serial-unreadable" | "serial-ambiguous" | "credits-unknown" | "credits-not-in-lots" | "credits-not-allocated" | "credits-retired" | "credits-of-others" | "credits-on-line" | "retired-in-future" | "retired-before-vintage";
                        field: string | null;
                        params: {
                            [key: string]: string | number;
                        };
                    } | null;
                }[];
            }[];
            good: number;
            bad: number;
            waiting: number;
        };
        /** FirstSteps */
        FirstSteps: {
            projects: boolean;
            paper: boolean;
            colleague: boolean;
            shared: boolean;
            dismissed: boolean;
        };
        /** FirstStepsChanges */
        FirstStepsChanges: {
            /** @constant */
            shared?: true;
            /** @constant */
            dismissed?: true;
        };
        /** WaitingPaper */
        WaitingPaper: {
            month: string;
            deposits: number;
            sheets: number;
            pages: number;
            trees: number;
            paper_mtco2e: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

export type AddedPlantingPhoto = components['schemas']['AddedPlantingPhoto'];
export type ApiKey = components['schemas']['ApiKey'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type BillingAddress = components['schemas']['BillingAddress'];
export type CarbonLot = components['schemas']['CarbonLot'];
export type CarbonProject = components['schemas']['CarbonProject'];
export type CarbonStock = components['schemas']['CarbonStock'];
export type CollectedFeed = components['schemas']['CollectedFeed'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreditNote = components['schemas']['CreditNote'];
export type CreditNoteOfAccount = components['schemas']['CreditNoteOfAccount'];
export type DepositMonths = components['schemas']['DepositMonths'];
export type DepositPreview = components['schemas']['DepositPreview'];
export type DepositTotal = components['schemas']['DepositTotal'];
export type EndedSessions = components['schemas']['EndedSessions'];
export type Estimate = components['schemas']['Estimate'];
export type FeedDetails = components['schemas']['FeedDetails'];
export type FeedDevice = components['schemas']['FeedDevice'];
export type FeedReading = components['schemas']['FeedReading'];
export type FeedType = components['schemas']['FeedType'];
export type FoundAccount = components['schemas']['FoundAccount'];
export type Fulfilment = components['schemas']['Fulfilment'];
export type ImportedCredits = components['schemas']['ImportedCredits'];
export type ImportedDeposits = components['schemas']['ImportedDeposits'];
export type ImportedPlantings = components['schemas']['ImportedPlantings'];
export type ImportedUsers = components['schemas']['ImportedUsers'];
export type InvoiceDocument = components['schemas']['InvoiceDocument'];
export type InvoiceLine = components['schemas']['InvoiceLine'];
export type Invitation = components['schemas']['Invitation'];
export type Job = components['schemas']['Job'];
export type Jobs = components['schemas']['Jobs'];
export type OperatorForestryProject = components['schemas']['OperatorForestryProject'];
export type ListedAccount = components['schemas']['ListedAccount'];
export type ListedCertificate = components['schemas']['ListedCertificate'];
export type ListedDeposit = components['schemas']['ListedDeposit'];
export type ListedInvoice = components['schemas']['ListedInvoice'];
export type ListedMail = components['schemas']['ListedMail'];
export type ListedOffset = components['schemas']['ListedOffset'];
export type ListedOrder = components['schemas']['ListedOrder'];
export type ListedPublicPage = components['schemas']['ListedPublicPage'];
export type ListedQuote = components['schemas']['ListedQuote'];
export type ListedSandbox = components['schemas']['ListedSandbox'];
export type ListedSandboxes = components['schemas']['ListedSandboxes'];
export type ListedSession = components['schemas']['ListedSession'];
export type ListedUser = components['schemas']['ListedUser'];
export type MailWithBody = components['schemas']['MailWithBody'];
export type Methodology = components['schemas']['Methodology'];
export type MonthEnd = components['schemas']['MonthEnd'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type ApiKeyChanges = components['schemas']['ApiKeyChanges'];
export type NewCarbonProject = components['schemas']['NewCarbonProject'];
export type NewForestryProject = components['schemas']['NewForestryProject'];
export type NewMethodology = components['schemas']['NewMethodology'];
export type PublicMethodology = components['schemas']['PublicMethodology'];
export type NewRootAccount = components['schemas']['NewRootAccount'];
export type NewSandbox = components['schemas']['NewSandbox'];
export type CreatedQuoteLink = components['schemas']['CreatedQuoteLink'];
export type NewQuoteLink = components['schemas']['NewQuoteLink'];
export type CreatedRootAccount = components['schemas']['CreatedRootAccount'];
export type CreatedSandbox = components['schemas']['CreatedSandbox'];
export type OperatorPlanting = components['schemas']['OperatorPlanting'];
export type OrderedPaper = components['schemas']['OrderedPaper'];
export type Passkey = components['schemas']['Passkey'];
export type PasskeyChanges = components['schemas']['PasskeyChanges'];
export type Overview = components['schemas']['Overview'];
export type PendingRetirements = components['schemas']['PendingRetirements'];
export type PlantedProjects = components['schemas']['PlantedProjects'];
export type PlantingPreview = components['schemas']['PlantingPreview'];
export type RankedAccount = components['schemas']['RankedAccount'];
export type OperatorAccount = components['schemas']['OperatorAccount'];
export type OperatorSandbox = components['schemas']['OperatorSandbox'];
export type OperatorSandboxes = components['schemas']['OperatorSandboxes'];
export type QuoteLinks = components['schemas']['QuoteLinks'];
export type RecordedRetirements = components['schemas']['RecordedRetirements'];
export type RetirementRow = components['schemas']['RetirementRow'];
export type SearchHit = components['schemas']['SearchHit'];
export type PaidInvoice = components['schemas']['PaidInvoice'];
export type Sale = components['schemas']['Sale'];
export type SalesSum = components['schemas']['SalesSum'];
export type SalesSums = components['schemas']['SalesSums'];
export type SandboxState = components['schemas']['SandboxState'];
export type Session = components['schemas']['Session'];
export type SessionChanges = components['schemas']['SessionChanges'];
export type SignInMethods = components['schemas']['SignInMethods'];
export type SignInRequest = components['schemas']['SignInRequest'];
export type UserPreview = components['schemas']['UserPreview'];
export type FirstSteps = components['schemas']['FirstSteps'];
export type FirstStepsChanges = components['schemas']['FirstStepsChanges'];
export type WaitingPaper = components['schemas']['WaitingPaper'];
